//! What a position looks like, in numbers around nought to one.

/// Numbers are written one after the other; a part has as many as it says.
pub(super) struct Inputs<'a>(&'a mut Vec<f32>);

impl<'a> Inputs<'a> {
    /// A description begins.
    pub(super) fn new(into: &'a mut Vec<f32>) -> Inputs<'a> {
        into.clear();
        Inputs(into)
    }

    /// How much there is of something of which there usually are so many.
    pub(super) fn number(&mut self, number: impl Into<f32>, usual: f32) {
        self.0.push(number.into() / usual);
    }

    /// Whether something is so.
    pub(super) fn yes(&mut self, so: bool) {
        self.0.push(f32::from(u8::from(so)));
    }

    /// Which of so many.
    pub(super) fn which(&mut self, one: usize, of: usize) {
        (0..of).for_each(|each| self.yes(each == one));
    }

    /// A part ends: with it there are so many numbers.
    pub(super) fn ends(&mut self, at: usize) {
        debug_assert!(self.0.len() <= at, "{} numbers where {at} were to be", self.0.len());
        self.0.resize(at, 0.0);
    }
}

/// How many, as a number that is reckoned with.
pub(super) fn count(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::MAX, f32::from)
}
