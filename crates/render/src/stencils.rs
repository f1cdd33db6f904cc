//! Stencils: cached masks of frequent shapes. Each is rendered once, as small as its corners allow,
//! and is moved and stretched to where it is drawn.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use resvg::tiny_skia::{Path, PathBuilder, PathSegment};

use super::mask::Mask;
use super::numbers::Point;

const MAX_CACHE_BYTES: usize = 4 << 20;

// The maximum size of a stencil in pixels: larger shapes are hardly ever drawn again.
const MAX_STENCIL_AREA: f32 = 512.0 * 512.0;
const MAX_STENCIL_SIDE: f32 = 2048.0;

/// The stroke of a path: line width, dash length and gap. All zero means that it is filled.
pub(super) type StrokeStyle = [f32; 3];

/// A path and its stroke, compared by exact coordinates, so that a stencil covers exactly the
/// pixels of its shape.
#[derive(PartialEq)]
struct StencilKey(Path, StrokeStyle);

// Equality is reflexive, because a path contains no NaN.
impl Eq for StencilKey {}

impl Hash for StencilKey {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for point in self.0.points() {
            (u64::from(point.x.to_bits()) << 32 | u64::from(point.y.to_bits())).hash(hasher);
        }
        self.1.map(f32::to_bits).hash(hasher);
    }
}

#[derive(Default)]
struct StencilCache {
    masks: HashMap<StencilKey, Arc<Mask>>,
    bytes: usize,
}

/// The cache of stencils. Masks have no colours, so one cache serves all looks.
static STENCILS: LazyLock<RwLock<StencilCache>> = LazyLock::new(RwLock::default);

pub(super) fn is_small(path: &Path) -> bool {
    let width = path.bounds().width();
    let height = path.bounds().height();
    width.max(height) <= MAX_STENCIL_SIDE && width * height <= MAX_STENCIL_AREA
}

/// Returns the cached mask of a path, or renders and caches it on first use.
pub(super) fn cached_stencil(
    path: Path,
    stroke: StrokeStyle,
    render: impl FnOnce(&Path) -> Option<Mask>,
) -> Arc<Mask> {
    let key = StencilKey(path, stroke);
    let kept = STENCILS
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .masks
        .get(&key)
        .cloned();
    kept.unwrap_or_else(|| {
        let mask = Arc::new(render(&key.0).unwrap_or_default());
        let mut kept = STENCILS.write().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes > MAX_CACHE_BYTES {
            *kept = StencilCache::default();
        }
        kept.bytes +=
            mask.byte_len() + size_of_val(key.0.points()) + size_of::<(StencilKey, Mask)>();
        kept.masks.insert(key, Arc::clone(&mask));
        mask
    })
}

impl From<resvg::tiny_skia::Point> for Point {
    fn from(point: resvg::tiny_skia::Point) -> Point {
        Point(point.x, point.y)
    }
}

pub(super) fn map_points(path: &Path, to: impl Fn(Point) -> Point) -> Option<Path> {
    let mut moved = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(end) => {
                let Point(x, y) = to(end.into());
                moved.move_to(x, y);
            }
            PathSegment::LineTo(end) => {
                let Point(x, y) = to(end.into());
                moved.line_to(x, y);
            }
            PathSegment::QuadTo(bend, end) => {
                let [Point(x1, y1), Point(x, y)] = [bend, end].map(|point| to(point.into()));
                moved.quad_to(x1, y1, x, y);
            }
            PathSegment::CubicTo(one, two, end) => {
                let [Point(x1, y1), Point(x2, y2), Point(x, y)] =
                    [one, two, end].map(|point| to(point.into()));
                moved.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathSegment::Close => moved.close(),
        }
    }
    moved.finish()
}
