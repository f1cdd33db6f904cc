//! The rules in short: the whole game in one picture, and topics by menu or by name.
//!
//! Figures and rulings are those of the channel's table, if there is one.

use std::sync::Arc;

use crate::cards::composer::Composer;
use crate::cards::game::{AtTable, Suggestion};
use crate::cards::table::{Display, TableCards};
use crate::delivery::answer::{Answer, Reply};
use crate::delivery::replies::Replies;
use crate::wire::card::{Button, Card, MENU, Menu, MenuOption, Row, Weight};
use crate::wire::names::{game, plain_names};
use crate::wire::press::{Page, Press};
use crate::wire::request::Request;
use lanai_host::{Declined, Failure, GameLoader, Table, Tables};
use lanai_rules::ruling::Ruling;
use lanai_rules::{Title, by_title};
use lanai_text::{Phrasebook, Words};

/// The prefix of a page about a ruling, before its number.
const RULING: &str = "ruling-";

/// Numbers of buttons in a page's id: to the whole game, and to another game. Menus count from 1.
const BACK: usize = 8;
const OTHER: usize = 9;

/// How a page is looked up.
enum Sought<'a> {
    /// By typed text.
    For(&'a str),
    /// By the name of the page.
    Page(&'a str),
}

pub(crate) struct RulesHandler {
    pub(crate) composer: Arc<Composer>,
    pub(crate) games: Arc<GameLoader>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) replies: Arc<Replies>,
    pub(crate) table_cards: Arc<TableCards>,
}

impl RulesHandler {
    /// Shows the rules of a game, by default of the channel's table, on a topic if one is typed.
    pub(crate) async fn show(
        &self,
        request: &Request,
        title: Option<Title>,
        typed: Option<&str>,
    ) -> Reply {
        let (table, title) = self.whose_rules(request, title).await?;
        let sought = Sought::For(typed.unwrap_or_default());
        let card = by_title!(title, G => self.rules_card::<G>(request, table, sought).await?);
        Ok(Answer::Tell(card))
    }

    /// Shows a page of the rules, by a button or a menu.
    pub(crate) async fn show_page(
        &self,
        request: &Request,
        page: Page,
        chosen: Option<&str>,
    ) -> Reply {
        let table = match page.game {
            Some(game) => Some(self.tables.find(game).await?),
            None => None,
        };
        let sought = Sought::Page(chosen.unwrap_or_default());
        let card = by_title!(page.title, G => self.rules_card::<G>(request, table, sought).await?);
        Ok(Answer::Tell(card))
    }

    /// Suggests topics for the typed text.
    pub(crate) async fn list_topics(
        &self,
        request: &Request,
        title: Option<Title>,
        typed: &str,
    ) -> Result<Vec<Suggestion>, Failure> {
        let (table, title) = self.whose_rules(request, title).await?;
        by_title!(title, G => {
            let (printed, options) = self.in_force::<G>(table.as_ref()).await?;
            let phrasebook = Phrasebook::<G> { words: self.replies.words(request), printed: &printed, names: &[] };
            let found = phrasebook.topics_like(&options, typed).into_iter();
            Ok(found.map(|topic| Suggestion::new(phrasebook.topic_title(topic), topic)).collect())
        })
    }

    /// Returns the table whose rules apply, if any, and the game.
    async fn whose_rules(
        &self,
        request: &Request,
        title: Option<Title>,
    ) -> Result<(Option<Table>, Title), Failure> {
        let table = match self.tables.find_in_channel(request.channel).await {
            Ok(table) => Some(table),
            Err(Failure::Declined(Declined::NoTable)) => None,
            Err(failure) => return Err(failure),
        };
        let table = table.filter(|table| title.is_none_or(|title| title == table.title));
        let title = title
            .or(table.as_ref().map(|table| table.title))
            .unwrap_or(Title::ALL[0]);
        Ok((table, title))
    }

    /// Returns the figures and options of the table, or those of a new game.
    async fn in_force<G: AtTable>(
        &self,
        table: Option<&Table>,
    ) -> Result<(Arc<G::Printed>, G::Options), Failure> {
        let options = table
            .map(Table::chosen::<G>)
            .transpose()?
            .unwrap_or_default();
        let printed = match table.filter(|table| table.snapshot.is_some()) {
            Some(table) => self.games.load_printed::<G>(table).await?,
            None => G::printed().map_err(lanai_host::InternalError::Flaw)?,
        };
        Ok((printed, options))
    }

    async fn rules_card<G: AtTable>(
        &self,
        request: &Request,
        table: Option<Table>,
        sought: Sought<'_>,
    ) -> Result<Card, Failure> {
        let words = self.replies.words(request);
        let (printed, options) = self.in_force::<G>(table.as_ref()).await?;
        let names = table
            .as_ref()
            .map(|table| plain_names(words, table))
            .unwrap_or_default();
        let phrasebook = Phrasebook::<G> {
            words: &words.with_pieces(),
            printed: &printed,
            names: &names,
        };
        let plain = Phrasebook::<G> {
            words,
            ..phrasebook
        };
        let title = game(words, G::TITLE);
        let page = Page::first(G::TITLE, table.map(|table| table.game));
        let mut lines = Vec::new();
        let topic = match sought {
            Sought::For(typed) if !typed.trim().is_empty() => {
                let found = plain.topics_like(&options, typed).first().copied();
                if found.is_none() {
                    let fill = [
                        ("game", title.as_str().into()),
                        ("name", crate::wire::names::tame_typed(typed).into()),
                    ];
                    lines.push(words.say("chat-rules-none", &fill));
                }
                found
            }
            Sought::For(_) => None,
            Sought::Page(about) => {
                if let Some(ruling) = ruling::<G>(about) {
                    return Ok(
                        Card::words(told_ruling(&phrasebook, ruling)).with_menus(&plain, &page)
                    );
                }
                Phrasebook::<G>::topics().find(|topic| *topic == about)
            }
        };
        lines.push(match topic {
            Some(topic) => {
                let fill = [
                    ("game", title.into()),
                    ("topic", plain.topic_title(topic).into()),
                ];
                format!(
                    "{}\n{}",
                    words.say("chat-rules-topic", &fill),
                    phrasebook.topic(&options, topic)
                )
            }
            None => words.say("chat-rules-summary", &[("game", title.into())]),
        });
        let differing = phrasebook.differing(&options);
        if topic.is_none() && !differing.is_empty() {
            lines.push(words.say("chat-rules-table", &[]));
            lines.extend(
                differing
                    .into_iter()
                    .map(|meaning| words.say("chat-lobby-option", &[("meaning", meaning.into())])),
            );
        }
        let mut card = Card::words(lines.join("\n")).with_menus(&plain, &page);
        if !self
            .table_cards
            .in_words(request, Display::default())
            .await?
        {
            card.files.extend(
                self.composer
                    .gallery
                    .primer::<G>(&printed, options, words, topic)
                    .await,
            );
        } else if topic.is_none() {
            card.text = format!("{}\n{}", card.text, plain.sheet_described(&options));
        }
        Ok(card)
    }
}

/// Returns the ruling of a page, if it is about one.
fn ruling<G: AtTable>(about: &str) -> Option<&'static Ruling> {
    let number: usize = about.strip_prefix(RULING)?.parse().ok()?;
    G::RULINGS.get(number)
}

fn told_ruling<G: AtTable>(phrasebook: &Phrasebook<'_, G>, ruling: &Ruling) -> String {
    format!(
        "**{}**\n{}",
        phrasebook.question(ruling),
        phrasebook.ruling(ruling).join("\n")
    )
}

impl Card {
    /// Adds menus of all topics, and a button back to the whole game.
    fn with_menus<G: AtTable>(mut self, phrasebook: &Phrasebook<'_, G>, page: &Page) -> Card {
        let topic = |topic: &&str| option(topic, phrasebook.topic_title(topic));
        let rulings = G::RULINGS.iter().enumerate();
        let rulings = rulings.map(|(number, ruling)| {
            option(&format!("{RULING}{number}"), phrasebook.question(ruling))
        });
        let rulings: Vec<MenuOption> = rulings.collect();
        let [course, pieces] = G::TOPICS.map(|topics| topics.iter().map(topic).collect::<Vec<_>>());
        let menus = [
            ("chat-rules-menu", course),
            ("chat-rules-menu-pieces", pieces),
        ]
        .into_iter()
        .chain(
            rulings
                .chunks(MENU)
                .map(|some| ("chat-rules-menu-rulings", some.to_vec())),
        );
        for ((name, options), menu) in menus.zip(1..) {
            self.rows.push(Row::Menu(menu_of(
                phrasebook.words,
                name,
                menu,
                options,
                page,
            )));
        }
        let back = Press::Rules(Page {
            menu: BACK,
            ..page.clone()
        })
        .id();
        let back = Button::new(
            back,
            phrasebook.words.say("chat-rules-back", &[]),
            Weight::Usual,
        );
        // Without a table, a button leads to the other game.
        let others = Title::ALL
            .into_iter()
            .filter(|title| page.game.is_none() && *title != G::TITLE);
        let other = |title: Title| {
            let id = Press::Rules(Page {
                menu: OTHER,
                ..Page::first(title, None)
            })
            .id();
            let label = phrasebook
                .words
                .say(&format!("chat-button-rules-{}", title.name()), &[]);
            Button::new(id, label, Weight::Usual)
        };
        self.buttons(
            &[back]
                .into_iter()
                .chain(others.map(other))
                .collect::<Vec<_>>(),
        )
    }
}

fn option(value: &str, label: String) -> MenuOption {
    MenuOption {
        value: value.to_owned(),
        label,
        ..MenuOption::default()
    }
}

fn menu_of(words: &Words, name: &str, menu: usize, options: Vec<MenuOption>, page: &Page) -> Menu {
    let id = Press::Rules(Page {
        menu,
        ..page.clone()
    })
    .id();
    Menu {
        id,
        placeholder: words.say(name, &[]),
        options,
    }
}
