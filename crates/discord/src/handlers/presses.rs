//! Buttons, menus and typed answers: each id says what it is for, and the person who presses decides whether it may be.

use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, Context, Http, ModalInteraction};

use crate::cards::table::Display;
use crate::delivery::answer::{Answer, Promise, Reply};
use crate::handlers::lobby::Seating;
use crate::wire::card::Card;
use crate::wire::press::Press;
use crate::wire::question;
use crate::{House, Request};
use lanai_host::{Consent, Declined, Failure, GameId, Kind, Table};
use lanai_render::Crop;

impl House {
    /// A button was pressed, or something was chosen in a menu.
    pub(crate) async fn pressed(&self, ctx: &Context, interaction: &ComponentInteraction) {
        let press = Press::read(&interaction.data.custom_id);
        let request = Request::by_press(interaction, press.as_ref());
        let acted_at = match &press {
            Some(Press::Do(way) | Press::Always(way)) => Some(way.game),
            _ => None,
        };
        let promise =
            if press.as_ref().is_some_and(Press::changes_in_place) { Promise::Change } else { Promise::Tell };
        let work = async {
            let Some(press) = press else { return Ok(self.tell(&request, "chat-old-button", &[])) };
            Box::pin(self.press(&request, ctx, press, chosen(interaction))).await
        };
        Box::pin(self.serve(&request, (&ctx.http, interaction), promise, work)).await;
        // The computer may have moved before the answer was given.
        if let Some(game) = acted_at
            && let Err(failure) =
                self.follower().continue_lesson(&self.composer, game, request.actor.person).await
        {
            tracing::error!(%failure, "a lesson cannot go on in place");
        }
    }

    async fn press(
        &self,
        request: &Request,
        ctx: &Context,
        press: Press,
        chosen: Option<&str>,
    ) -> Result<Answer, Failure> {
        let at = |game: GameId| self.host.tables.find(game);
        match press {
            Press::Play(title) => self.play_computers(request, title).await,
            Press::Learn(title) => Box::pin(self.learn(request, title)).await,
            Press::Rules(page) => self.rules_page(request, page, chosen).await,
            Press::History(page) => Ok(Box::pin(self.history_page(request, ctx, page)).await?.in_place()),
            Press::Contest(contest, what) => self.sign(request, Some(contest), what).await,
            Press::ContestLog(page) => Ok(self.contest_log(request, Some(page)).await?.in_place()),
            Press::Acts(before) => Ok(self.admin_log(request, before).await?.in_place()),
            Press::Privacy(step) => Box::pin(self.privacy_step(request, step)).await,
            Press::PastGame => Box::pin(self.past_game(request, ctx, chosen)).await,
            Press::StopSeeking => self.stop_seeking(request).await,
            Press::Join(game) => self.lobby_press(request, game, Seating::Join).await,
            Press::Leave(game) => self.lobby_press(request, game, Seating::Leave).await,
            Press::AddComputer(game) => {
                let level = chosen.and_then(Kind::of_name).unwrap_or_default();
                self.lobby_press(request, game, Seating::AddComputer(level)).await
            }
            Press::RemoveComputer(game) => self.lobby_press(request, game, Seating::RemoveComputer).await,
            Press::Start(game) => self.start(request, Some(game)).await,
            Press::Decline(game, person) => self.decline(request, (game, person), false).await,
            Press::Uninvited(game, person) => self.decline(request, (game, person), true).await,
            Press::Word(game) => Ok(self.ask_word(request, game)),
            Press::Turn(game) => {
                let table = at(game).await?;
                let opened = self.open_panel(request, table.clone(), None).await;
                self.or_ahead(request, &table, opened).await
            }
            Press::Ahead(game, deciding) => Box::pin(self.decide(request, at(game).await?, deciding)).await,
            Press::Hint(game) => {
                let hint = Box::pin(self.hint(request, at(game).await?)).await;
                self.spent(request, hint.map(Answer::in_place)).await
            }
            Press::Realm(game) => self.realm(request, at(game).await?, None, Display::default()).await,
            Press::Show(game) => self.show(request, at(game).await?, Display::default()).await,
            Press::Undo(game, seen) => Box::pin(self.undo(request, at(game).await?, Some(seen))).await,
            Press::Record(game) => self.record(request, at(game).await?).await,
            Press::Again(game) => Box::pin(self.again(request, at(game).await?)).await,
            Press::Recap(game) => Box::pin(self.recap(request, self.open_to(request, game).await?)).await,
            Press::Replay(game, number) => {
                Box::pin(self.replay(request, self.open_to(request, game).await?, number)).await
            }
            Press::Review(game, page) => {
                let page = chosen.and_then(|page| page.parse().ok()).or(page);
                Box::pin(self.review(request, self.open_to(request, game).await?, page)).await
            }
            Press::Mute(game, turn, _) => self.mute(request, at(game).await?, turn).await,
            Press::Snooze(game) => self.snooze(request, at(game).await?, chosen).await,
            Press::Agree(game, number) => self.agree(request, at(game).await?, Consent::Agree(number)).await,
            Press::Back(game) => self.come_back(request, at(game).await?).await,
            Press::Resign(game) => self.resign(request, at(game).await?).await,
            Press::Pick(way, page) => {
                let (way, page) = chosen.map_or((way.clone(), page), |key| (way.and(key), 0));
                self.spent(request, Box::pin(self.pick(request, &way, page, Crop::Close)).await).await
            }
            Press::See(way, page, crop) => {
                self.spent(request, Box::pin(self.pick(request, &way, page, crop)).await).await
            }
            Press::Do(way) => self.spent(request, Box::pin(self.act(request, &way, false)).await).await,
            Press::Always(way) => self.spent(request, Box::pin(self.act(request, &way, true)).await).await,
        }
    }

    /// A panel in which nothing can be done any more says why, in place of its buttons.
    async fn spent(&self, request: &Request, reply: Reply) -> Reply {
        let Err(Failure::Declined(declined @ (Declined::NotYourTurn(_) | Declined::Over))) = reply else {
            return reply;
        };
        Ok(Answer::Change(Card::words(self.explain(request, &declined).await)))
    }

    /// A table, if somebody may look at it from where they are.
    async fn open_to(&self, request: &Request, game: GameId) -> Result<Table, Failure> {
        let table = self.host.tables.find(game).await?;
        if request.channel != table.channel && !lanai_host::Watching::is_open_to(&table, request.actor.person)
        {
            return Err(Declined::Closed.into());
        }
        Ok(table)
    }

    /// Somebody typed an answer to a question.
    pub(crate) async fn typed(&self, http: &Http, interaction: &ModalInteraction) {
        let press = Press::read(&interaction.data.custom_id);
        let request = Request::by_modal(interaction, press.as_ref());
        let work = async {
            match press {
                Some(Press::Word(game)) => {
                    self.take_word(&request, game, question::typed(interaction).unwrap_or_default()).await
                }
                _ => Ok(self.tell(&request, "chat-old-button", &[])),
            }
        };
        Box::pin(self.serve(&request, (http, interaction), Promise::Change, work)).await;
    }
}

/// What was chosen in a menu, if it was one.
#[expect(clippy::wildcard_enum_match_arm, reason = "the library may come to know more")]
fn chosen(press: &ComponentInteraction) -> Option<&str> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
        _ => None,
    }
}
