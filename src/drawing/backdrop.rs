//! Backdrops: what lies below all pieces and never changes, as a sea with an island. A layout says it as an SVG in the
//! inks of the calm look; it is drawn once, and every picture begins with a copy of it.

use super::{
    canvas::Canvas,
    colour::Colour,
    piece::{NoPicture, Raster, repainted},
    studio::{Studio, in_look},
};

impl Studio {
    /// A canvas of this size with an SVG drawn on it, stretched to fill it.
    pub fn backdrop(
        &self,
        svg: &str,
        (width, height): (u32, u32),
        ground: impl Into<Colour>,
    ) -> Result<Canvas, NoPicture> {
        let palette = self.palette();
        let raster =
            Raster::of_size(&repainted(svg, |colour| in_look(colour, palette.look())), width, height)?;
        let ground = palette.rgb(ground.into());
        let numbers = raster.pixels().map(|(colour, alpha)| palette.number(ground.toward(colour, alpha)));
        Ok(Canvas::of(palette, width, height, numbers.collect()))
    }
}
