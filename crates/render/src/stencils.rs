//! Stencils: the masks of shapes that come again and again, at other places, in other sizes and colours. Each is shaped once, as
//! small as its corners allow, and kept; it is moved and stretched where it is used.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use resvg::tiny_skia::{Path, PathBuilder, PathSegment};

use super::mask::Mask;
use super::numbers::Point;

/// No more bytes of stencils than these are kept.
const MOST_KEPT: usize = 4 << 20;

/// No stencil has more pixels than this: what has, hardly comes again. Nor is any longer than a picture, thin as it may be.
const LARGEST: f32 = 512.0 * 512.0;
const LONGEST: f32 = 2048.0;

/// How a pen follows a path: how thick it is, how long dashes are and how far apart. Nothing of that fills it.
pub(super) type Trace = [f32; 3];

/// A path and how it is followed, told from others by the last bit of a measure: so a stencil covers exactly what its shape does.
#[derive(PartialEq)]
struct Key(Path, Trace);

// No measure of a path is anything but a number.
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

/// They have no colours: one does for all looks.
static KEPT: LazyLock<RwLock<Kept>> = LazyLock::new(RwLock::default);

/// Whether a path is small enough for a stencil.
pub(super) fn is_small(path: &Path) -> bool {
    let width = path.bounds().width();
    let height = path.bounds().height();
    width.max(height) <= LONGEST && width * height <= LARGEST
}

/// The stencil of a path that is followed so; it is shaped when it is first asked for.
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
                moved.quad_to(at(bend).0, at(bend).1, at(end).0, at(end).1)
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
