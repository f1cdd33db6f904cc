//! What a position looks like, in numbers around nought to one.

/// Numbers are written one after the other; a part has as many as it says.
pub struct Inputs<'a, T> {
    numbers: &'a mut [f32],
    at: usize,
    /// What the numbers from each place on are about, if somebody wants to know.
    topics: Option<&'a mut Vec<(usize, T)>>,
}

impl<'a, T> Inputs<'a, T> {
    /// A description of so many numbers begins.
    pub fn new(into: &'a mut Vec<f32>, size: usize) -> Inputs<'a, T> {
        into.resize(size, 0.0);
        Inputs {
            numbers: into,
            at: 0,
            topics: None,
        }
    }

    /// A description of which is noted what it is about.
    pub(super) fn noting(
        into: &'a mut Vec<f32>,
        size: usize,
        topics: &'a mut Vec<(usize, T)>,
    ) -> Inputs<'a, T> {
        topics.clear();
        Inputs {
            topics: Some(topics),
            ..Inputs::new(into, size)
        }
    }

    /// What comes now is about this.
    pub(super) fn about(&mut self, topic: T) {
        if let Some(topics) = &mut self.topics {
            topics.push((self.at, topic));
        }
    }

    /// How much there is of something of which there usually are so many.
    pub(super) fn number(&mut self, number: impl Into<f32>, usual: f32) {
        self.next(number.into() / usual);
    }

    /// Whether something is so.
    pub(super) fn yes(&mut self, so: bool) {
        self.next(f32::from(u8::from(so)));
    }

    pub(super) fn which(&mut self, one: usize, of: usize) {
        (0..of).for_each(|each| self.yes(each == one));
    }

    /// A part ends: with it there are so many numbers.
    pub(super) fn ends(&mut self, at: usize) {
        debug_assert!(self.at <= at, "{} numbers where {at} were to be", self.at);
        self.numbers[self.at..at].fill(0.0);
        self.at = at;
    }

    fn next(&mut self, number: f32) {
        self.numbers[self.at] = number;
        self.at += 1;
    }
}

/// How many, as a number that is reckoned with.
pub(super) fn count(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::MAX, f32::from)
}
