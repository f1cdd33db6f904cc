//! Writes features, the numbers (mostly between zero and one) that describe a position to the
//! network.

/// A topic, and the index at which its features begin.
pub(super) struct TopicStart<T> {
    pub(super) begin: usize,
    pub(super) topic: T,
}

/// Writes features in order into a buffer; each section is padded to its fixed size.
pub struct FeatureWriter<'a, T> {
    numbers: &'a mut [f32],
    end: usize,
    /// Where each topic begins; `None` if the caller does not need the topics.
    topics: Option<&'a mut Vec<TopicStart<T>>>,
}

impl<'a, T> FeatureWriter<'a, T> {
    pub fn new(into: &'a mut Vec<f32>, size: usize) -> FeatureWriter<'a, T> {
        into.resize(size, 0.0);
        FeatureWriter {
            numbers: into,
            end: 0,
            topics: None,
        }
    }

    /// Creates a writer that also records where each topic begins.
    pub(super) fn with_topics(
        into: &'a mut Vec<f32>,
        size: usize,
        topics: &'a mut Vec<TopicStart<T>>,
    ) -> FeatureWriter<'a, T> {
        topics.clear();
        FeatureWriter {
            topics: Some(topics),
            ..FeatureWriter::new(into, size)
        }
    }

    pub(super) fn begin_topic(&mut self, topic: T) {
        if let Some(topics) = &mut self.topics {
            topics.push(TopicStart {
                begin: self.end,
                topic,
            });
        }
    }

    /// Writes a number divided by `usual`, so that typical features are near one.
    pub(super) fn push_scaled(&mut self, number: impl Into<f32>, usual: f32) {
        self.push(number.into() / usual);
    }

    pub(super) fn push_flag(&mut self, flag: bool) {
        self.push(f32::from(u8::from(flag)));
    }

    pub(super) fn push_one_hot(&mut self, index: usize, size: usize) {
        (0..size).for_each(|each| self.push_flag(each == index));
    }

    /// Ends a section by writing zeros up to this index.
    pub(super) fn pad_to(&mut self, end: usize) {
        debug_assert!(
            self.end <= end,
            "{} numbers where {end} were to be",
            self.end
        );
        self.numbers[self.end..end].fill(0.0);
        self.end = end;
    }

    fn push(&mut self, number: f32) {
        self.numbers[self.end] = number;
        self.end += 1;
    }
}

pub(super) fn count_as_f32(number: usize) -> f32 {
    u16::try_from(number).map_or(f32::MAX, f32::from)
}
