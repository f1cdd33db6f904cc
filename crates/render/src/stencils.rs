//! Stencils: cached masks of frequent shapes. Each is rendered once, as small as its corners allow,
//! and is moved and stretched where it is used.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use resvg::tiny_skia::{Path, PathBuilder, PathSegment};

use super::mask::Mask;
use super::numbers::Point;

const MOST_KEPT: usize = 4 << 20;

/// Limits of the size of a stencil: larger shapes are hardly ever drawn again.
const LARGEST: f32 = 512.0 * 512.0;
const LONGEST: f32 = 2048.0;

/// How a path is stroked: line width, dash length and gap. All zero means that it is filled.
pub(super) type Trace = [f32; 3];

/// A path and its stroke, compared bit by bit, so that a stencil covers exactly what its shape
/// does.
#[derive(PartialEq)]
struct Key(Path, Trace);

// A path contains no NaN.
impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for point in self.0.points() {
            (u64::from(point.x.to_bits()) << 32 | u64::from(point.y.to_bits())).hash(hasher);
        }
        self.1.map(f32::to_bits).hash(hasher);
    }
}

#[derive(Default)]
struct Kept {
    masks: HashMap<Key, Arc<Mask>>,
    bytes: usize,
}

/// Masks have no colours, so one cache serves all looks.
static KEPT: LazyLock<RwLock<Kept>> = LazyLock::new(RwLock::default);

pub(super) fn is_small(path: &Path) -> bool {
    let width = path.bounds().width();
    let height = path.bounds().height();
    width.max(height) <= LONGEST && width * height <= LARGEST
}

/// Returns the cached mask of a path, and renders it at first use.
pub(super) fn stencil(
    path: Path,
    trace: Trace,
    shape: impl FnOnce(&Path) -> Option<Mask>,
) -> Arc<Mask> {
    let key = Key(path, trace);
    let kept = KEPT
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .masks
        .get(&key)
        .cloned();
    kept.unwrap_or_else(|| {
        let mask = Arc::new(shape(&key.0).unwrap_or_default());
        let mut kept = KEPT.write().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes > MOST_KEPT {
            *kept = Kept::default();
        }
        kept.bytes += mask.bytes() + size_of_val(key.0.points()) + size_of::<(Key, Mask)>();
        kept.masks.insert(key, Arc::clone(&mask));
        mask
    })
}

pub(super) fn moved(path: &Path, to: impl Fn(Point) -> Point) -> Option<Path> {
    let mut moved = PathBuilder::new();
    for segment in path.segments() {
        let at = |point: resvg::tiny_skia::Point| to(Point(point.x, point.y));
        match segment {
            PathSegment::MoveTo(end) => moved.move_to(at(end).0, at(end).1),
            PathSegment::LineTo(end) => moved.line_to(at(end).0, at(end).1),
            PathSegment::QuadTo(bend, end) => {
                moved.quad_to(at(bend).0, at(bend).1, at(end).0, at(end).1);
            }
            PathSegment::CubicTo(one, two, end) => {
                moved.cubic_to(
                    at(one).0,
                    at(one).1,
                    at(two).0,
                    at(two).1,
                    at(end).0,
                    at(end).1,
                );
            }
            PathSegment::Close => moved.close(),
        }
    }
    moved.finish()
}
