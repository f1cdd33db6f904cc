//! Builds the handlers: each gets the few things that it needs.

use std::sync::{Arc, Mutex};

use lanai_host::{Host, Process};
use tokio_util::task::TaskTracker;

use crate::cards::composer::Composer;
use crate::cards::table::TableCards;
use crate::delivery::direct_messages::DirectMessages;
use crate::delivery::limits::{ConcurrencyLimit, Quotas};
use crate::delivery::panels::{Follower, Panels};
use crate::delivery::replies::Replies;
use crate::delivery::request_runner::RequestRunner;
use crate::delivery::threads::Threads;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::admin::AdminHandler;
use crate::handlers::admin_log::AdminLogHandler;
use crate::handlers::agreements::AgreementHandler;
use crate::handlers::closing::ClosingHandler;
use crate::handlers::contests::ContestHandler;
use crate::handlers::greetings::GreetingHandler;
use crate::handlers::help::HelpHandler;
use crate::handlers::hints::HintHandler;
use crate::handlers::history::HistoryHandler;
use crate::handlers::invitations::InvitationHandler;
use crate::handlers::lesson_cards::LessonCards;
use crate::handlers::lessons::LessonHandler;
use crate::handlers::lobby::LobbyHandler;
use crate::handlers::lookback::LookbackHandler;
use crate::handlers::matchmaking::MatchmakingHandler;
use crate::handlers::notes::NoteHandler;
use crate::handlers::play::PlayHandler;
use crate::handlers::premove_panels::PremovePanels;
use crate::handlers::premoves::PremoveHandler;
use crate::handlers::presses::PressHandler;
use crate::handlers::privacy::{Privacy, PrivacyHandler};
use crate::handlers::ratings::RatingHandler;
use crate::handlers::relocation::RelocationHandler;
use crate::handlers::rematches::RematchHandler;
use crate::handlers::reminders::ReminderHandler;
use crate::handlers::reviews::ReviewHandler;
use crate::handlers::rules::RulesHandler;
use crate::handlers::stats::StatsHandler;
use crate::handlers::table_opening::TableOpening;
use crate::handlers::watching::WatchHandler;
use crate::wire::post_rate::Poster;

pub(crate) struct Services {
    pub(crate) host: Arc<Host>,
    pub(crate) process: Arc<Process>,
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) concurrency: Arc<ConcurrencyLimit>,
    pub(crate) panels: Arc<Panels>,
    pub(crate) follower: Arc<Follower>,
    /// Tracks requests being served; closed when the bot stops.
    pub(crate) open_requests: TaskTracker,
    pub(crate) privacy: Privacy,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

/// One handler for each feature.
pub(crate) struct Handlers {
    pub(crate) admin: Arc<AdminHandler>,
    pub(crate) admin_log: Arc<AdminLogHandler>,
    pub(crate) agreements: Arc<AgreementHandler>,
    pub(crate) closing: Arc<ClosingHandler>,
    pub(crate) contests: Arc<ContestHandler>,
    pub(crate) greetings: Arc<GreetingHandler>,
    pub(crate) help: Arc<HelpHandler>,
    pub(crate) hints: Arc<HintHandler>,
    pub(crate) history: Arc<HistoryHandler>,
    pub(crate) invitations: Arc<InvitationHandler>,
    pub(crate) lessons: Arc<LessonHandler>,
    pub(crate) lobby: Arc<LobbyHandler>,
    pub(crate) lookback: Arc<LookbackHandler>,
    pub(crate) matchmaking: Arc<MatchmakingHandler>,
    pub(crate) notes: Arc<NoteHandler>,
    pub(crate) play: Arc<PlayHandler>,
    pub(crate) premoves: Arc<PremoveHandler>,
    pub(crate) presses: Arc<PressHandler>,
    pub(crate) privacy: Arc<PrivacyHandler>,
    pub(crate) ratings: Arc<RatingHandler>,
    pub(crate) relocation: Arc<RelocationHandler>,
    pub(crate) reminders: Arc<ReminderHandler>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) reviews: Arc<ReviewHandler>,
    pub(crate) rules: Arc<RulesHandler>,
    pub(crate) requests: Arc<RequestRunner>,
    pub(crate) stats: Arc<StatsHandler>,
    pub(crate) table_opening: Arc<TableOpening>,
    pub(crate) watching: Arc<WatchHandler>,
}

impl Handlers {
    #[expect(clippy::too_many_lines, reason = "one literal for each handler")]
    pub(crate) fn new(services: &Services) -> Handlers {
        let Services {
            host,
            process,
            composer,
            poster,
            quotas,
            concurrency,
            panels,
            follower,
            open_requests,
            privacy,
            visibility,
        } = services;
        let replies = Arc::new(Replies {
            composer: Arc::clone(composer),
            settings: Arc::clone(&host.settings),
            tables: Arc::clone(&host.tables),
        });
        let requests = Arc::new(RequestRunner {
            clock: host.clock.clone(),
            composer: Arc::clone(composer),
            concurrency: Arc::clone(concurrency),
            delivered: Mutex::default(),
            open_requests: open_requests.clone(),
            panels: Arc::clone(panels),
            process: Arc::clone(process),
            quotas: Arc::clone(quotas),
            replies: Arc::clone(&replies),
        });
        let direct_messages = Arc::new(DirectMessages {
            poster: Arc::clone(poster),
        });
        let threads = Arc::new(Threads {
            clock: host.clock.clone(),
            poster: Arc::clone(poster),
            quotas: Arc::clone(quotas),
            settings: Arc::clone(&host.settings),
            statistics: Arc::clone(&host.statistics),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
        });
        let table_cards = Arc::new(TableCards {
            composer: Arc::clone(composer),
            games: Arc::clone(&host.games),
            settings: Arc::clone(&host.settings),
        });
        let admin_handler = Arc::new(AdminHandler {
            composer: Arc::clone(composer),
            matchmaking: Arc::clone(&host.matchmaking),
            moderation: Arc::clone(&host.moderation),
            settings: Arc::clone(&host.settings),
            replies: Arc::clone(&replies),
        });
        let admin_log_handler = Arc::new(AdminLogHandler {
            composer: Arc::clone(composer),
            moderation: Arc::clone(&host.moderation),
            admin_handler: Arc::clone(&admin_handler),
            replies: Arc::clone(&replies),
        });
        let table_opening = Arc::new(TableOpening {
            access: Arc::clone(&host.access),
            settings: Arc::clone(&host.settings),
        });
        let watch_handler = Arc::new(WatchHandler {
            visibility: Arc::clone(visibility),
            amendments: Arc::clone(&host.amendments),
            settings: Arc::clone(&host.settings),
            tables: Arc::clone(&host.tables),
            watching: Arc::clone(&host.watching),
            replies: Arc::clone(&replies),
            table_opening: Arc::clone(&table_opening),
        });
        let lobby_handler = Arc::new(LobbyHandler {
            composer: Arc::clone(composer),
            games: Arc::clone(&host.games),
            lobby: Arc::clone(&host.lobby),
            resignations: Arc::clone(&host.resignations),
            settings: Arc::clone(&host.settings),
            starts: Arc::clone(&host.starts),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
            table_opening: Arc::clone(&table_opening),
            threads: Arc::clone(&threads),
            visibility: Arc::clone(visibility),
        });
        let rematch_handler = Arc::new(RematchHandler {
            playing_again: tokio::sync::Mutex::default(),
            lobby: Arc::clone(&host.lobby),
            lobby_handler: Arc::clone(&lobby_handler),
            replies: Arc::clone(&replies),
            table_opening: Arc::clone(&table_opening),
        });
        let agreement_handler = Arc::new(AgreementHandler {
            agreements: Arc::clone(&host.agreements),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
        });
        let lesson_cards = Arc::new(LessonCards {
            composer: Arc::clone(composer),
            replies: Arc::clone(&replies),
        });
        let premove_panels = Arc::new(PremovePanels {
            composer: Arc::clone(composer),
            games: Arc::clone(&host.games),
            lookback: Arc::clone(&host.lookback),
            premoves: Arc::clone(&host.premoves),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
        });
        let play_handler = Arc::new(PlayHandler {
            composer: Arc::clone(composer),
            games: Arc::clone(&host.games),
            lookback: Arc::clone(&host.lookback),
            play: Arc::clone(&host.play),
            tables: Arc::clone(&host.tables),
            take_back: Arc::clone(&host.take_back),
            watching: Arc::clone(&host.watching),
            lesson_cards: Arc::clone(&lesson_cards),
            premove_panels: Arc::clone(&premove_panels),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
        });
        let premove_handler = Arc::new(PremoveHandler {
            premoves: Arc::clone(&host.premoves),
            play_handler: Arc::clone(&play_handler),
            premove_panels: Arc::clone(&premove_panels),
            replies: Arc::clone(&replies),
        });
        let matchmaking_handler = Arc::new(MatchmakingHandler {
            clock: host.clock.clone(),
            composer: Arc::clone(composer),
            process: Arc::clone(process),
            quotas: Arc::clone(quotas),
            access: Arc::clone(&host.access),
            matchmaking: Arc::clone(&host.matchmaking),
            settings: Arc::clone(&host.settings),
            direct_messages: Arc::clone(&direct_messages),
            replies: Arc::clone(&replies),
        });
        let help_handler = Arc::new(HelpHandler {
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
        });
        let closing_handler = Arc::new(ClosingHandler {
            closing: Arc::clone(&host.closing),
            tables: Arc::clone(&host.tables),
            admin_handler: Arc::clone(&admin_handler),
            replies: Arc::clone(&replies),
            watch_handler: Arc::clone(&watch_handler),
            visibility: Arc::clone(visibility),
        });
        let contest_handler = Arc::new(ContestHandler {
            composer: Arc::clone(composer),
            contests: Arc::clone(&host.contests),
            settings: Arc::clone(&host.settings),
            admin_handler: Arc::clone(&admin_handler),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
            table_opening: Arc::clone(&table_opening),
        });
        let reminder_handler = Arc::new(ReminderHandler {
            clock: host.clock.clone(),
            poster: Arc::clone(poster),
            amendments: Arc::clone(&host.amendments),
            moderation: Arc::clone(&host.moderation),
            replacements: Arc::clone(&host.replacements),
            settings: Arc::clone(&host.settings),
            tables: Arc::clone(&host.tables),
            watching: Arc::clone(&host.watching),
            admin_handler: Arc::clone(&admin_handler),
            replies: Arc::clone(&replies),
        });
        let greeting_handler = Arc::new(GreetingHandler {
            composer: Arc::clone(composer),
            poster: Arc::clone(poster),
        });
        let hint_handler = Arc::new(HintHandler {
            composer: Arc::clone(composer),
            amendments: Arc::clone(&host.amendments),
            games: Arc::clone(&host.games),
            hints: Arc::clone(&host.hints),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
        });
        let history_handler = Arc::new(HistoryHandler {
            history: Arc::clone(&host.history),
            tables: Arc::clone(&host.tables),
            lobby_handler: Arc::clone(&lobby_handler),
            replies: Arc::clone(&replies),
            visibility: Arc::clone(visibility),
        });
        let invitation_handler = Arc::new(InvitationHandler {
            clock: host.clock.clone(),
            quotas: Arc::clone(quotas),
            access: Arc::clone(&host.access),
            lobby: Arc::clone(&host.lobby),
            matchmaking: Arc::clone(&host.matchmaking),
            settings: Arc::clone(&host.settings),
            tables: Arc::clone(&host.tables),
            lobby_handler: Arc::clone(&lobby_handler),
            matchmaking_handler: Arc::clone(&matchmaking_handler),
            replies: Arc::clone(&replies),
            table_opening: Arc::clone(&table_opening),
            threads: Arc::clone(&threads),
            visibility: Arc::clone(visibility),
        });
        let lesson_handler = Arc::new(LessonHandler {
            access: Arc::clone(&host.access),
            lessons: Arc::clone(&host.lessons),
            direct_messages: Arc::clone(&direct_messages),
            play_handler: Arc::clone(&play_handler),
            replies: Arc::clone(&replies),
        });
        let lookback_handler = Arc::new(LookbackHandler {
            composer: Arc::clone(composer),
            games: Arc::clone(&host.games),
            lookback: Arc::clone(&host.lookback),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
        });
        let relocation_handler = Arc::new(RelocationHandler {
            access: Arc::clone(&host.access),
            relocation: Arc::clone(&host.relocation),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
            threads: Arc::clone(&threads),
            watch_handler: Arc::clone(&watch_handler),
        });
        let note_handler = Arc::new(NoteHandler {
            notes: Arc::clone(&host.notes),
            replies: Arc::clone(&replies),
        });
        let privacy_handler = Arc::new(PrivacyHandler {
            privacy_settings: privacy.clone(),
            erasure: Arc::clone(&host.erasure),
            exports: Arc::clone(&host.exports),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
        });
        let review_handler = Arc::new(ReviewHandler {
            composer: Arc::clone(composer),
            poster: Arc::clone(poster),
            games: Arc::clone(&host.games),
            reviews: Arc::clone(&host.reviews),
        });
        let rules_handler = Arc::new(RulesHandler {
            composer: Arc::clone(composer),
            games: Arc::clone(&host.games),
            tables: Arc::clone(&host.tables),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
        });
        let press_handler = Arc::new(PressHandler {
            composer: Arc::clone(composer),
            follower: Arc::clone(follower),
            tables: Arc::clone(&host.tables),
            admin_log_handler: Arc::clone(&admin_log_handler),
            agreement_handler: Arc::clone(&agreement_handler),
            contest_handler: Arc::clone(&contest_handler),
            hint_handler: Arc::clone(&hint_handler),
            history_handler: Arc::clone(&history_handler),
            invitation_handler: Arc::clone(&invitation_handler),
            lesson_handler: Arc::clone(&lesson_handler),
            lobby_handler: Arc::clone(&lobby_handler),
            lookback_handler: Arc::clone(&lookback_handler),
            matchmaking_handler: Arc::clone(&matchmaking_handler),
            play_handler: Arc::clone(&play_handler),
            premove_handler: Arc::clone(&premove_handler),
            premove_panels: Arc::clone(&premove_panels),
            privacy_handler: Arc::clone(&privacy_handler),
            rematch_handler: Arc::clone(&rematch_handler),
            reminder_handler: Arc::clone(&reminder_handler),
            replies: Arc::clone(&replies),
            review_handler: Arc::clone(&review_handler),
            rules_handler: Arc::clone(&rules_handler),
            requests: Arc::clone(&requests),
        });
        let rating_handler = Arc::new(RatingHandler {
            composer: Arc::clone(composer),
            ratings: Arc::clone(&host.ratings),
            settings: Arc::clone(&host.settings),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
        });
        let stats_handler = Arc::new(StatsHandler {
            composer: Arc::clone(composer),
            ratings: Arc::clone(&host.ratings),
            settings: Arc::clone(&host.settings),
            statistics: Arc::clone(&host.statistics),
            rating_handler: Arc::clone(&rating_handler),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
            visibility: Arc::clone(visibility),
        });
        Handlers {
            admin: admin_handler,
            admin_log: admin_log_handler,
            agreements: agreement_handler,
            closing: closing_handler,
            contests: contest_handler,
            greetings: greeting_handler,
            help: help_handler,
            hints: hint_handler,
            history: history_handler,
            invitations: invitation_handler,
            lessons: lesson_handler,
            lobby: lobby_handler,
            lookback: lookback_handler,
            matchmaking: matchmaking_handler,
            notes: note_handler,
            play: play_handler,
            premoves: premove_handler,
            presses: press_handler,
            privacy: privacy_handler,
            ratings: rating_handler,
            relocation: relocation_handler,
            reminders: reminder_handler,
            replies,
            reviews: review_handler,
            rules: rules_handler,
            requests,
            stats: stats_handler,
            table_opening,
            watching: watch_handler,
        }
    }
}
