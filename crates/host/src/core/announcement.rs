//! Decides whether a change is announced now or later, and how long its notice waits.
//!
//! It only decides: `play` gathers the facts and writes the notices. Entry point:
//! [`TurnFacts::decide`].

/// The news that comes with a change besides its steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExtraNews {
    None,
    GameStart,
    Other,
}

/// Who caused a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Person,
    Computer,
    Premove,
}

/// The facts about a change on which its announcement depends.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the columns of a decision table"
)]
pub(crate) struct TurnFacts {
    pub(crate) news: ExtraNews,
    pub(crate) cause: Cause,
    /// Whether the turn passed to another seat, or the same seat's next turn began.
    pub(crate) is_turn_over: bool,
    pub(crate) is_computer_next: bool,
    pub(crate) is_premove_due: bool,
    /// Whether the oldest unannounced step may be held back a little longer.
    pub(crate) can_hold: bool,
    /// Whether another player is in the middle of a turn, which that player may still take back.
    pub(crate) interrupts_turn: bool,
}

/// When a change is announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Announcement {
    /// With a later change.
    Later,
    Now {
        /// Whether the steps are announced too, and not only the news.
        includes_steps: bool,
        /// Whether a notice that is still held back is merged into this one.
        merges_held_notice: bool,
        delay: NoticeDelay,
    },
}

/// How long a notice waits, so that an answer can be announced together with what it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoticeDelay {
    None,
    /// A moment, in which a premove that is due can be played.
    Reply,
    /// As long as a computer seems to think.
    Thinking,
    /// As long as a computer seems to think, and a moment more, in which its turn can be written.
    ThinkingAndReply,
}

impl TurnFacts {
    pub(crate) fn decide(self) -> Announcement {
        let is_unattended = self.cause != Cause::Person;
        let is_followed_up = self.is_computer_next && self.can_hold;
        if is_followed_up && (is_unattended || self.news == ExtraNews::GameStart) {
            return Announcement::Later;
        }
        if self.news == ExtraNews::None && !self.is_turn_over {
            return Announcement::Later;
        }
        Announcement::Now {
            includes_steps: !self.interrupts_turn,
            merges_held_notice: is_unattended,
            delay: self.notice_delay(),
        }
    }

    fn notice_delay(self) -> NoticeDelay {
        if self.news != ExtraNews::None {
            return NoticeDelay::None;
        }
        if self.is_premove_due && !self.interrupts_turn {
            return NoticeDelay::Reply;
        }
        match self.cause {
            Cause::Computer => NoticeDelay::Thinking,
            Cause::Person if self.is_computer_next && !self.interrupts_turn => {
                NoticeDelay::ThinkingAndReply
            }
            Cause::Person | Cause::Premove => NoticeDelay::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN_TURN: TurnFacts = TurnFacts {
        news: ExtraNews::None,
        cause: Cause::Person,
        is_turn_over: true,
        is_computer_next: false,
        is_premove_due: false,
        can_hold: true,
        interrupts_turn: false,
    };

    fn announced(merges_held_notice: bool, delay: NoticeDelay) -> Announcement {
        Announcement::Now {
            includes_steps: true,
            merges_held_notice,
            delay,
        }
    }

    fn before_computer(facts: TurnFacts) -> TurnFacts {
        TurnFacts {
            is_computer_next: true,
            ..facts
        }
    }

    fn held_for_long(facts: TurnFacts) -> TurnFacts {
        TurnFacts {
            can_hold: false,
            ..facts
        }
    }

    fn unfinished(facts: TurnFacts) -> TurnFacts {
        TurnFacts {
            is_turn_over: false,
            ..facts
        }
    }

    fn before_premove(facts: TurnFacts) -> TurnFacts {
        TurnFacts {
            is_premove_due: true,
            ..facts
        }
    }

    #[test]
    fn each_row_of_the_decision_table_holds() {
        let computer = TurnFacts {
            cause: Cause::Computer,
            ..PLAIN_TURN
        };
        let premove = TurnFacts {
            cause: Cause::Premove,
            ..PLAIN_TURN
        };
        let start = TurnFacts {
            news: ExtraNews::GameStart,
            ..PLAIN_TURN
        };
        let other = TurnFacts {
            news: ExtraNews::Other,
            ..PLAIN_TURN
        };
        let rows = [
            (PLAIN_TURN, announced(false, NoticeDelay::None)),
            (unfinished(PLAIN_TURN), Announcement::Later),
            (
                before_computer(PLAIN_TURN),
                announced(false, NoticeDelay::ThinkingAndReply),
            ),
            (
                before_premove(PLAIN_TURN),
                announced(false, NoticeDelay::Reply),
            ),
            (computer, announced(true, NoticeDelay::Thinking)),
            (unfinished(computer), Announcement::Later),
            (before_computer(computer), Announcement::Later),
            (
                held_for_long(before_computer(computer)),
                announced(true, NoticeDelay::Thinking),
            ),
            (
                before_premove(computer),
                announced(true, NoticeDelay::Reply),
            ),
            (premove, announced(true, NoticeDelay::None)),
            (before_computer(premove), Announcement::Later),
            (
                held_for_long(before_computer(premove)),
                announced(true, NoticeDelay::None),
            ),
            (start, announced(false, NoticeDelay::None)),
            (before_computer(start), Announcement::Later),
            (
                held_for_long(before_computer(start)),
                announced(false, NoticeDelay::None),
            ),
            (
                unfinished(before_computer(other)),
                announced(false, NoticeDelay::None),
            ),
        ];
        for (facts, expected) in rows {
            assert_eq!(facts.decide(), expected, "{facts:?}");
        }
    }

    #[test]
    fn news_in_the_middle_of_a_turn_leave_its_steps_out() {
        let facts = TurnFacts {
            news: ExtraNews::Other,
            interrupts_turn: true,
            ..PLAIN_TURN
        };
        assert_eq!(
            facts.decide(),
            Announcement::Now {
                includes_steps: false,
                merges_held_notice: false,
                delay: NoticeDelay::None,
            }
        );
    }
}
