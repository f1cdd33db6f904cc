//! Reviewed pictures, reduced in size under `tests/goldens`. After an intended change, run the test
//! with `KEEP_GOLDENS=1`, look at the new picture and commit it.

use std::fs;
use std::path::{Path, PathBuf};

use image::{GenericImageView as _, Rgb, RgbImage, imageops};
use lanai_render::Canvas;

/// The width and height in pixels that become one.
const SHRUNK: u32 = 5;

/// How much a colour channel may differ before a pixel counts, and how many of ten thousand may
/// count: letters and edges can differ slightly between machines.
const OFF: u8 = 24;
const FEW: usize = 10;

/// Compares a picture with the stored one, and with its file as other decoders read it. Differences
/// are saved under `target`.
pub(crate) fn compare(name: &str, canvas: &Canvas) {
    assert!(
        super::png::comes_back(canvas),
        "{name} is not in its file as it is on the canvas"
    );
    let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/goldens")
        .join(format!("{name}.png"));
    let actual = shrunk(canvas);
    if std::env::var_os("KEEP_GOLDENS").is_some() {
        fs::create_dir_all(kept.parent().unwrap()).unwrap();
        actual.save(&kept).unwrap();
    }
    let expected = image::open(&kept).unwrap().to_rgb8();
    assert_eq!(actual.dimensions(), expected.dimensions());
    let mut difference = RgbImage::new(actual.width(), actual.height());
    let mut off = 0;
    for ((x, y, one), other) in actual.enumerate_pixels().zip(expected.pixels()) {
        let parts = [0, 1, 2].map(|part| one.0[part].abs_diff(other.0[part]));
        off += usize::from(parts.iter().any(|part| *part > OFF));
        difference.put_pixel(x, y, Rgb(parts));
    }
    let all = expected.pixels().len();
    if off * 10_000 > all * FEW {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("goldens");
        fs::create_dir_all(&folder).unwrap();
        let [actual_file, difference_file] =
            ["actual", "difference"].map(|what| folder.join(format!("{name}-{what}.png")));
        actual.save(&actual_file).unwrap();
        difference.save(&difference_file).unwrap();
        panic!(
            "{off} of {all} pixels are not as in {}: look at {} and {}",
            kept.display(),
            actual_file.display(),
            difference_file.display()
        );
    }
}

/// Shrinks a picture: each pixel is the mean of a square.
fn shrunk(canvas: &Canvas) -> RgbImage {
    let (width, height) = (canvas.width() / SHRUNK, canvas.height() / SHRUNK);
    let squares = imageops::crop_imm(canvas, 0, 0, width * SHRUNK, height * SHRUNK);
    imageops::thumbnail(&*squares, width, height)
}
