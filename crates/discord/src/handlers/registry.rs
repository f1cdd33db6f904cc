//! Constructs the handlers. Each handler gets only the services that it needs.

use std::sync::{Arc, Mutex};

use lanai_host::{Host, Process, Tables};
use tokio_util::task::TaskTracker;

use crate::cards::composer::Composer;
use crate::cards::table::TableCards;
use crate::delivery::direct_messages::DirectMessages;
use crate::delivery::limits::{ConcurrencyLimit, Quotas};
use crate::delivery::panel_follower::PanelFollower;
use crate::delivery::panels::Panels;
use crate::delivery::replies::Replies;
use crate::delivery::request_runner::RequestRunner;
use crate::delivery::threads::Threads;
use crate::delivery::visibility::ChannelVisibility;
use crate::handlers::admin::AdminHandler;
use crate::handlers::admin_log::AdminLogHandler;
use crate::handlers::agreements::AgreementHandler;
use crate::handlers::board_links::BoardLinkHandler;
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
use crate::handlers::privacy::{PrivacyHandler, PrivacySettings};
use crate::handlers::ratings::RatingHandler;
use crate::handlers::relocation::RelocationHandler;
use crate::handlers::rematches::RematchHandler;
use crate::handlers::reminders::ReminderHandler;
use crate::handlers::reviews::ReviewHandler;
use crate::handlers::rules::RulesHandler;
use crate::handlers::stats::StatsHandler;
use crate::handlers::table_opening::TableOpening;
use crate::handlers::watching::WatchHandler;
use crate::wire::port::Poster;

/// The services that the handlers and the session share.
pub(crate) struct Services {
    pub(crate) host: Arc<Host>,
    pub(crate) process: Arc<Process>,
    pub(crate) composer: Arc<Composer>,
    pub(crate) poster: Arc<Poster>,
    pub(crate) quotas: Arc<Quotas>,
    pub(crate) concurrency: Arc<ConcurrencyLimit>,
    pub(crate) panels: Arc<Panels>,
    pub(crate) follower: Arc<PanelFollower>,
    /// Tracks the requests that are being served. The tracker is closed when the bot stops.
    pub(crate) open_requests: TaskTracker,
    pub(crate) privacy: PrivacySettings,
    pub(crate) visibility: Arc<ChannelVisibility>,
}

/// The handlers of all features.
pub(crate) struct Handlers {
    pub(crate) admin: Arc<AdminHandler>,
    pub(crate) admin_log: AdminLogHandler,
    pub(crate) agreements: AgreementHandler,
    pub(crate) board_links: BoardLinkHandler,
    pub(crate) closing: ClosingHandler,
    pub(crate) composer: Arc<Composer>,
    pub(crate) contests: ContestHandler,
    pub(crate) follower: Arc<PanelFollower>,
    pub(crate) greetings: GreetingHandler,
    pub(crate) help: HelpHandler,
    pub(crate) hints: HintHandler,
    pub(crate) history: HistoryHandler,
    pub(crate) invitations: InvitationHandler,
    pub(crate) lessons: LessonHandler,
    pub(crate) lobby: Arc<LobbyHandler>,
    pub(crate) lookback: LookbackHandler,
    pub(crate) matchmaking: Arc<MatchmakingHandler>,
    pub(crate) notes: NoteHandler,
    pub(crate) play: Arc<PlayHandler>,
    pub(crate) premove_panels: Arc<PremovePanels>,
    pub(crate) premoves: PremoveHandler,
    pub(crate) privacy: PrivacyHandler,
    pub(crate) ratings: Arc<RatingHandler>,
    pub(crate) relocation: RelocationHandler,
    pub(crate) rematches: RematchHandler,
    pub(crate) reminders: ReminderHandler,
    pub(crate) replies: Arc<Replies>,
    pub(crate) reviews: ReviewHandler,
    pub(crate) rules: RulesHandler,
    pub(crate) requests: Arc<RequestRunner>,
    pub(crate) stats: StatsHandler,
    pub(crate) table_opening: Arc<TableOpening>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) watching: Arc<WatchHandler>,
}

impl Handlers {
    #[expect(clippy::too_many_lines, reason = "constructs every handler")]
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
        let lesson_cards = Arc::new(LessonCards {
            composer: Arc::clone(composer),
            replies: Arc::clone(&replies),
        });
        let premove_panels = Arc::new(PremovePanels {
            composer: Arc::clone(composer),
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
        let rating_handler = Arc::new(RatingHandler {
            composer: Arc::clone(composer),
            ratings: Arc::clone(&host.ratings),
            settings: Arc::clone(&host.settings),
            replies: Arc::clone(&replies),
            table_cards: Arc::clone(&table_cards),
        });
        Handlers {
            admin_log: AdminLogHandler {
                composer: Arc::clone(composer),
                moderation: Arc::clone(&host.moderation),
                admin_handler: Arc::clone(&admin_handler),
                replies: Arc::clone(&replies),
            },
            agreements: AgreementHandler {
                agreements: Arc::clone(&host.agreements),
                tables: Arc::clone(&host.tables),
                replies: Arc::clone(&replies),
            },
            board_links: BoardLinkHandler {
                board_access: Arc::clone(&host.board_access),
                composer: Arc::clone(composer),
                replies: Arc::clone(&replies),
            },
            closing: ClosingHandler {
                closing: Arc::clone(&host.closing),
                tables: Arc::clone(&host.tables),
                admin_handler: Arc::clone(&admin_handler),
                replies: Arc::clone(&replies),
                watch_handler: Arc::clone(&watch_handler),
                visibility: Arc::clone(visibility),
            },
            contests: ContestHandler {
                composer: Arc::clone(composer),
                contests: Arc::clone(&host.contests),
                settings: Arc::clone(&host.settings),
                admin_handler: Arc::clone(&admin_handler),
                replies: Arc::clone(&replies),
                table_cards: Arc::clone(&table_cards),
                table_opening: Arc::clone(&table_opening),
            },
            greetings: GreetingHandler {
                composer: Arc::clone(composer),
                poster: Arc::clone(poster),
            },
            help: HelpHandler {
                tables: Arc::clone(&host.tables),
                replies: Arc::clone(&replies),
            },
            hints: HintHandler {
                composer: Arc::clone(composer),
                amendments: Arc::clone(&host.amendments),
                games: Arc::clone(&host.games),
                hints: Arc::clone(&host.hints),
                tables: Arc::clone(&host.tables),
                replies: Arc::clone(&replies),
            },
            history: HistoryHandler {
                history: Arc::clone(&host.history),
                tables: Arc::clone(&host.tables),
                lobby_handler: Arc::clone(&lobby_handler),
                replies: Arc::clone(&replies),
                visibility: Arc::clone(visibility),
            },
            invitations: InvitationHandler {
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
            },
            lessons: LessonHandler {
                access: Arc::clone(&host.access),
                lessons: Arc::clone(&host.lessons),
                play_handler: Arc::clone(&play_handler),
                replies: Arc::clone(&replies),
            },
            lookback: LookbackHandler {
                composer: Arc::clone(composer),
                games: Arc::clone(&host.games),
                lookback: Arc::clone(&host.lookback),
                replies: Arc::clone(&replies),
                table_cards: Arc::clone(&table_cards),
            },
            notes: NoteHandler {
                notes: Arc::clone(&host.notes),
                replies: Arc::clone(&replies),
            },
            premoves: PremoveHandler {
                premoves: Arc::clone(&host.premoves),
                play_handler: Arc::clone(&play_handler),
                premove_panels: Arc::clone(&premove_panels),
                replies: Arc::clone(&replies),
            },
            privacy: PrivacyHandler {
                privacy_settings: privacy.clone(),
                erasure: Arc::clone(&host.erasure),
                exports: Arc::clone(&host.exports),
                tables: Arc::clone(&host.tables),
                replies: Arc::clone(&replies),
            },
            relocation: RelocationHandler {
                access: Arc::clone(&host.access),
                relocation: Arc::clone(&host.relocation),
                tables: Arc::clone(&host.tables),
                replies: Arc::clone(&replies),
                threads: Arc::clone(&threads),
                watch_handler: Arc::clone(&watch_handler),
            },
            reminders: ReminderHandler {
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
            },
            reviews: ReviewHandler {
                composer: Arc::clone(composer),
                poster: Arc::clone(poster),
                games: Arc::clone(&host.games),
                reviews: Arc::clone(&host.reviews),
            },
            rules: RulesHandler {
                composer: Arc::clone(composer),
                games: Arc::clone(&host.games),
                tables: Arc::clone(&host.tables),
                replies: Arc::clone(&replies),
                table_cards: Arc::clone(&table_cards),
            },
            stats: StatsHandler {
                composer: Arc::clone(composer),
                ratings: Arc::clone(&host.ratings),
                settings: Arc::clone(&host.settings),
                statistics: Arc::clone(&host.statistics),
                rating_handler: Arc::clone(&rating_handler),
                replies: Arc::clone(&replies),
                table_cards: Arc::clone(&table_cards),
                visibility: Arc::clone(visibility),
            },
            rematches: RematchHandler {
                opening_lock: tokio::sync::Mutex::default(),
                lobby: Arc::clone(&host.lobby),
                lobby_handler: Arc::clone(&lobby_handler),
                replies: Arc::clone(&replies),
                table_opening: Arc::clone(&table_opening),
            },
            admin: admin_handler,
            lobby: lobby_handler,
            matchmaking: matchmaking_handler,
            play: play_handler,
            ratings: rating_handler,
            replies,
            requests,
            table_opening,
            watching: watch_handler,
            composer: Arc::clone(composer),
            follower: Arc::clone(follower),
            premove_panels,
            tables: Arc::clone(&host.tables),
        }
    }
}
