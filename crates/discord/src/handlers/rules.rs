//! `/rules`: shows the rules in short, as a summary in one picture or by topic.
//!
//! If the channel has a table, the options and figures of the table are used.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::table::{DisplayOptions, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::key;
use crate::wire::card::{Button, ButtonStyle, Card, MAX_MENU_OPTIONS, Menu, MenuOption, Row};
use crate::wire::names::{plain_player_names, title_name};
use crate::wire::press::{Press, RulesPage};
use crate::wire::request::Request;
use lanai_host::{Failure, GameLoader, Refusal, Table, Tables};
use lanai_panel::{PanelGame, Suggestion};
use lanai_rules::ruling::Ruling;
use lanai_rules::{Title, by_title};
use lanai_text::{Phrasebook, RulesText};

/// The prefix of the name of a page about a ruling, before the number of the ruling.
const RULING_PREFIX: &str = "ruling-";

// Discord requires unique ids, so the buttons have numbers that no menu has; menus count from 1.
const BACK_BUTTON: usize = 8;
const OTHER_GAME_BUTTON: usize = 9;

enum PageLookup<'a> {
    /// A search for the page that fits a typed text.
    Typed(&'a str),
    /// The page that the value of a menu option names.
    Name(&'a str),
}

pub(crate) struct RulesHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
}

impl RulesHandler {
    /// Shows the rules of a game, by default the game of the channel's table, or a typed topic.
    pub(crate) async fn show_rules(
        &self,
        request: &Request,
        title: Option<Title>,
        typed: Option<&str>,
    ) -> Reply {
        let (table, title) = self.find_table_and_title(request, title).await?;
        let lookup = PageLookup::Typed(typed.unwrap_or_default());
        let card = by_title!(title, G => self.rules_card::<G>(request, table, lookup).await?);
        Ok(Answer::Private(card))
    }

    /// Shows a page of the rules, by a button or a menu.
    pub(crate) async fn show_page(
        &self,
        request: &Request,
        page: RulesPage,
        chosen: Option<&str>,
    ) -> Reply {
        let table = match page.table {
            Some(game) => Some(self.tables.find(game).await?),
            None => None,
        };
        let lookup = PageLookup::Name(chosen.unwrap_or_default());
        let card = by_title!(page.title, G => self.rules_card::<G>(request, table, lookup).await?);
        Ok(Answer::Private(card))
    }

    pub(crate) async fn suggest_topics(
        &self,
        request: &Request,
        title: Option<Title>,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        let (table, title) = self.find_table_and_title(request, title).await?;
        by_title!(title, G => {
            let (printed, options) = self.load_rules::<G>(table.as_ref()).await?;
            let phrasebook = Phrasebook::<G> {
                words: self.replies.words(request),
                printed: &printed,
                names: &[],
            };
            let found = phrasebook.rules().find_topics(&options, typed).into_iter();
            Ok(found.map(|topic| Suggestion::new(phrasebook.rules().topic_title(topic), topic)).collect())
        })
    }

    /// Finds the game whose rules are shown, and the table whose options apply, if any.
    async fn find_table_and_title(
        &self,
        request: &Request,
        title: Option<Title>,
    ) -> Result<(Option<Table>, Title), Failure> {
        let table = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => Some(table),
            Err(Failure::Refusal(Refusal::NoTable)) => None,
            Err(failure) => return Err(failure),
        };
        let table = table.filter(|table| title.is_none_or(|title| title == table.title));
        let title = title
            .or(table.as_ref().map(|table| table.title))
            .unwrap_or(Title::ALL[0]);
        Ok((table, title))
    }

    /// Loads the figures and options of the table or, without a table, those of a new game.
    async fn load_rules<G: PanelGame>(
        &self,
        table: Option<&Table>,
    ) -> Result<(Arc<G::Printed>, G::Options), Failure> {
        let options = table
            .map(Table::parse_options::<G>)
            .transpose()?
            .unwrap_or_default();
        let printed = match table.filter(|table| table.snapshot.is_some()) {
            Some(table) => self.games.load_printed::<G>(table).await?,
            None => G::printed().map_err(lanai_host::InternalError::Flaw)?,
        };
        Ok((printed, options))
    }

    async fn rules_card<G: PanelGame>(
        &self,
        request: &Request,
        table: Option<Table>,
        lookup: PageLookup<'_>,
    ) -> Result<Card, Failure> {
        let words = self.replies.words(request);
        let (printed, options) = self.load_rules::<G>(table.as_ref()).await?;
        let names = table
            .as_ref()
            .map(|table| plain_player_names(words, table))
            .unwrap_or_default();
        let phrasebook = Phrasebook::<G> {
            words: &words.with_piece_marks(),
            printed: &printed,
            names: &names,
        };
        let plain = Phrasebook::<G> {
            words,
            ..phrasebook
        };
        let title = title_name(words, G::TITLE);
        let page = RulesPage::first(G::TITLE, table.map(|table| table.id));
        let mut lines = Vec::new();
        let topic = match lookup {
            PageLookup::Typed(typed) if !typed.trim().is_empty() => {
                let found = plain.rules().find_topics(&options, typed).first().copied();
                if found.is_none() {
                    let fill = [
                        ("game", title.as_str().into()),
                        ("name", crate::wire::names::escape_typed(typed).into()),
                    ];
                    lines.push(words.say(key::CHAT_RULES_NONE, &fill));
                }
                found
            }
            PageLookup::Typed(_) => None,
            PageLookup::Name(about) => {
                if let Some(ruling) = find_ruling::<G>(about) {
                    return Ok(with_menus(
                        Card::words(describe_ruling(&phrasebook, ruling)),
                        &plain,
                        &page,
                        PageKind::Part,
                    ));
                }
                RulesText::<G>::topics().find(|topic| *topic == about)
            }
        };
        lines.push(match topic {
            Some(topic) => {
                let fill = [
                    ("game", title.into()),
                    ("topic", plain.rules().topic_title(topic).into()),
                ];
                format!(
                    "{}\n{}",
                    words.say(key::CHAT_RULES_TOPIC, &fill),
                    phrasebook.rules().topic_text(&options, topic)
                )
            }
            None => words.say(key::CHAT_RULES_SUMMARY, &[("game", title.into())]),
        });
        let deviations = phrasebook.rules().list_option_changes(&options);
        if topic.is_none() && !deviations.is_empty() {
            lines.push(words.say(key::CHAT_RULES_TABLE, &[]));
            lines.extend(
                deviations.into_iter().map(|meaning| {
                    words.say(key::CHAT_LOBBY_OPTION, &[("meaning", meaning.into())])
                }),
            );
        }
        let kind = match topic {
            Some(_) => PageKind::Part,
            None => PageKind::Overview,
        };
        let mut card = with_menus(Card::words(lines.join("\n")), &plain, &page, kind);
        if !self
            .table_cards
            .wants_text(request, DisplayOptions::default())
            .await?
        {
            card.files.extend(
                self.composer
                    .pictures
                    .draw_rules::<G>(&printed, options, words, topic)
                    .await,
            );
        } else if topic.is_none() {
            card.text = format!("{}\n{}", card.text, plain.rules().describe_sheet(&options));
        }
        Ok(card)
    }
}

/// Returns the ruling that a page is about; `None` if the page is about something else.
fn find_ruling<G: PanelGame>(about: &str) -> Option<&'static Ruling> {
    let number: usize = about.strip_prefix(RULING_PREFIX)?.parse().ok()?;
    G::RULINGS.get(number)
}

fn describe_ruling<G: PanelGame>(phrasebook: &Phrasebook<'_, G>, ruling: &Ruling) -> String {
    format!(
        "**{}**\n{}",
        phrasebook.rules().ruling_question(ruling),
        phrasebook.rules().ruling_lines(ruling).join("\n")
    )
}

/// A page of the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageKind {
    /// The summary of the whole game.
    Overview,
    /// A topic or a ruling.
    Part,
}

/// Adds menus of all topics and rulings, and on other pages than the overview a button back to it.
fn with_menus<G: PanelGame>(
    mut card: Card,
    phrasebook: &Phrasebook<'_, G>,
    page: &RulesPage,
    kind: PageKind,
) -> Card {
    let words = phrasebook.words;
    let mut menus = Vec::new();
    let names = [key::CHAT_RULES_MENU, key::CHAT_RULES_MENU_PIECES];
    for (name, topics) in names.into_iter().zip(G::TOPICS) {
        let options: Vec<MenuOption> = topics
            .iter()
            .map(|topic| menu_option((*topic).to_owned(), phrasebook.rules().topic_title(topic)))
            .collect();
        menus.push((words.say(name, &[]), options));
    }
    let rulings: Vec<MenuOption> = G::RULINGS
        .iter()
        .enumerate()
        .map(|(number, ruling)| {
            let value = format!("{RULING_PREFIX}{number}");
            menu_option(value, phrasebook.rules().ruling_question(ruling))
        })
        .collect();
    for (options, chunk) in rulings.chunks(MAX_MENU_OPTIONS).zip(0..) {
        let name = if rulings.len() > MAX_MENU_OPTIONS {
            let first = chunk * MAX_MENU_OPTIONS + 1;
            let fill = [
                ("first", first.into()),
                ("last", (first + options.len() - 1).into()),
            ];
            words.say(key::CHAT_RULES_MENU_RULINGS_PART, &fill)
        } else {
            words.say(key::CHAT_RULES_MENU_RULINGS, &[])
        };
        menus.push((name, options.to_vec()));
    }
    for ((name, options), menu) in menus.into_iter().zip(1..) {
        let id = Press::Rules(RulesPage {
            menu,
            ..page.clone()
        })
        .id();
        card.rows.push(Row::Menu(Menu {
            id,
            placeholder: name,
            options,
            ..Menu::default()
        }));
    }
    let summary = RulesPage {
        menu: BACK_BUTTON,
        ..page.clone()
    };
    let mut buttons = Vec::new();
    if kind == PageKind::Part {
        buttons.push(Button::secondary(
            words,
            &Press::Rules(summary),
            key::CHAT_RULES_BACK,
        ));
    }
    // Without a table, a button leads to the other game.
    for title in Title::ALL {
        if page.table.is_some() || title == G::TITLE {
            continue;
        }
        let other = RulesPage {
            menu: OTHER_GAME_BUTTON,
            ..RulesPage::first(title, None)
        };
        let key = key::CHAT_BUTTON_RULES_OF.member(title.name());
        let label = words.say(key, &[]);
        buttons.push(Button::new(
            Press::Rules(other).id(),
            label,
            ButtonStyle::Secondary,
        ));
    }
    card.buttons(&buttons)
}

fn menu_option(value: String, label: String) -> MenuOption {
    MenuOption {
        value,
        label,
        ..MenuOption::default()
    }
}
