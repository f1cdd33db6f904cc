//! The private message in which the owner of a table sets it up, by menus in words.

use crate::cards::table::time_control_name;
use crate::key;
use crate::wire::card::{Card, Menu, MenuOption, Row};
use crate::wire::press::{Press, SetUpMenu};
use lanai_host::{
    InternalError, PolicyKind, SetUpChoice, Table, TimeControl, TimeoutPolicy, policy_of,
};
use lanai_rules::{by_title, choices};
use lanai_text::{Key, Words};

/// The time limits that are offered, as players would type them.
const TIME_CONTROLS: [&str; 11] = [
    "never", "2m", "5m", "30m+1m", "12h", "24h", "3d", "7d", "48h+8h", "72h+12h", "10d+1d",
];

/// Returns the menus for everything that matters at this table, with the current choices.
pub(crate) fn set_up_card(words: &Words, table: &Table) -> Result<Card, InternalError> {
    let mut menus = Vec::new();
    if table.title.seats().count() > 1 {
        menus.push((SetUpMenu::Seats, seat_options(words, table)));
    }
    menus.push((
        SetUpMenu::TimeControl,
        time_options(words, table.settings.time_control),
    ));
    if table.settings.time_control != TimeControl::None {
        menus.push((SetUpMenu::TimeoutPolicy, timeout_options(words, table)));
    }
    if table.seats.iter().any(|player| player.person.is_none()) {
        menus.push((SetUpMenu::Level, level_options(words, table)));
    }
    menus.push((SetUpMenu::Options, rule_options(words, table)?));
    let rows = menus.into_iter().map(|(menu, options)| {
        Row::Menu(Menu {
            id: Press::SetUp(table.id, Some(menu)).id(),
            placeholder: words.say(placeholder_key(menu), &[]),
            options,
            is_multiple: menu == SetUpMenu::Options,
        })
    });
    Ok(Card {
        rows: rows.collect(),
        ..Card::words(words.say(key::CHAT_SET_UP, &[]))
    })
}

/// Parses what was selected in a menu; `None` if the menu has no such value.
pub(crate) fn read_choice(menu: SetUpMenu, selected: &[String]) -> Option<SetUpChoice> {
    let first = selected.first().map(String::as_str);
    Some(match menu {
        SetUpMenu::Seats => SetUpChoice::Seats(first?.parse().ok()?),
        SetUpMenu::TimeControl => SetUpChoice::TimeControl(TimeControl::parse(first?)?),
        SetUpMenu::TimeoutPolicy => SetUpChoice::TimeoutPolicy(
            TimeoutPolicy::ALL
                .into_iter()
                .find(|policy| Some(policy.name()) == first)?,
        ),
        SetUpMenu::Level => SetUpChoice::Level(PolicyKind::from_name(first?)?),
        SetUpMenu::Options => SetUpChoice::Options(selected.join(",")),
    })
}

fn placeholder_key(menu: SetUpMenu) -> Key {
    match menu {
        SetUpMenu::Seats => key::CHAT_SET_UP_PICK_SEATS,
        SetUpMenu::TimeControl => key::CHAT_SET_UP_PICK_PACE,
        SetUpMenu::TimeoutPolicy => key::CHAT_SET_UP_PICK_LATE,
        SetUpMenu::Level => key::CHAT_SET_UP_PICK_LEVEL,
        SetUpMenu::Options => key::CHAT_SET_UP_RULES,
    }
}

fn seat_options(words: &Words, table: &Table) -> Vec<MenuOption> {
    let option = |seats: u8| {
        let fill = [("n", usize::from(seats).into())];
        MenuOption {
            value: seats.to_string(),
            label: words.say(key::CHAT_SET_UP_SEATS, &fill),
            description: words.say(key::CHAT_ABOUT_SEATS, &fill),
            is_selected: usize::from(seats) == table.seat_count,
            ..MenuOption::default()
        }
    };
    table.title.seats().map(option).collect()
}

/// Returns an option for each usual time limit, and for the current one.
pub(crate) fn time_options(words: &Words, current: TimeControl) -> Vec<MenuOption> {
    let mut time_controls: Vec<TimeControl> = TIME_CONTROLS
        .into_iter()
        .filter_map(TimeControl::parse)
        .collect();
    if !time_controls.contains(&current) {
        time_controls.insert(0, current);
    }
    let option = |time_control: TimeControl| {
        let about = match time_control {
            TimeControl::None => key::CHAT_ABOUT_PACE_NONE,
            _ if time_control.is_live() => key::CHAT_ABOUT_PACE_LIVE,
            TimeControl::Turn(_) => key::CHAT_ABOUT_PACE_TURN,
            TimeControl::Bank { .. } => key::CHAT_ABOUT_PACE_BANK,
        };
        MenuOption {
            value: time_control.to_string(),
            label: time_control_name(words, time_control),
            description: words.say(about, &[]),
            is_selected: time_control == current,
            ..MenuOption::default()
        }
    };
    time_controls.into_iter().map(option).collect()
}

fn timeout_options(words: &Words, table: &Table) -> Vec<MenuOption> {
    let option = |policy: TimeoutPolicy| MenuOption {
        value: policy.name().to_owned(),
        label: words.say(key::CHAT_TIMEOUT.member(policy.name()), &[]),
        description: words.say(key::CHAT_ABOUT_TIMEOUT.member(policy.name()), &[]),
        is_selected: policy == table.settings.timeout_policy,
        ..MenuOption::default()
    };
    TimeoutPolicy::ALL.into_iter().map(option).collect()
}

/// Returns the levels of computers. One is selected if all computers at the table have it.
fn level_options(words: &Words, table: &Table) -> Vec<MenuOption> {
    let mut computers = table.seats.iter().filter(|player| player.person.is_none());
    let first = computers.clone().next().map(policy_of);
    let is_common = computers.all(|player| Some(policy_of(player)) == first);
    computer_options(words, first.filter(|_| is_common))
}

/// Returns an option for each level of computers.
pub(crate) fn computer_options(words: &Words, selected: Option<PolicyKind>) -> Vec<MenuOption> {
    let option = |kind: PolicyKind| MenuOption {
        value: kind.name().to_owned(),
        label: words.say(key::CHAT_ADD_LEVEL.member(kind.name()), &[]),
        description: words.say(key::CHAT_ABOUT_LEVEL.member(kind.name()), &[]),
        is_selected: Some(kind) == selected,
        ..MenuOption::default()
    };
    PolicyKind::LEVELS.into_iter().map(option).collect()
}

/// Returns an option for each way in which the printed rules can be changed.
fn rule_options(words: &Words, table: &Table) -> Result<Vec<MenuOption>, InternalError> {
    let (variants, chosen) = by_title!(table.title, G => {
        (choices::variants::<G>(), choices::differing::<G>(&table.parse_options::<G>()?))
    });
    let game = table.title.name();
    let option = |variant: (String, String)| {
        let (name, value) = &variant;
        let member = format!("{game}-{name}-{value}");
        MenuOption {
            value: format!("{name}={value}"),
            label: words.say(key::OPTION.member(&format!("{member}-name")), &[]),
            description: words.say(key::OPTION.member(&member), &[]),
            is_selected: chosen.contains(&variant),
            ..MenuOption::default()
        }
    };
    Ok(variants.into_iter().map(option).collect())
}
