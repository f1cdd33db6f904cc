//! Computers at the table: nobody waits for them.

use lanai::minds::Appraise;
use lanai::rules::haleakala::Haleakala;
use lanai::rules::hawaii::Hawaii;
use lanai::rules::record::Record;
use lanai::tables::{PersonId, Revision, TableStatus};

use super::fixture::{House, dice, logged, told, wait};

async fn one_person_among_computers<G: Appraise>(computers: u8) {
    let house = House::new().await;
    let table = house.begun::<G>(1, computers).await;
    assert_eq!((table.seats.len(), table.revision), (usize::from(computers) + 1, Revision(2)));
    assert_eq!(table.seats.iter().filter(|chair| chair.person.is_none()).count(), usize::from(computers));
    let (game, mut dice, mut revision) = (table.game, dice(31), table.revision);
    let mut names = table.names();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), table.seats.len(), "each has a name of its own");
    loop {
        // It fails if somebody else than a person is to act.
        let settled = house.act_at_random::<G>(game, &mut dice).await;
        revision = revision.next();
        assert_eq!(settled.table.revision, revision, "all that the computers do is one write");
        let person = table.seat_of(PersonId(100)).unwrap();
        assert!(
            settled.steps.iter().all(|step| step.seat == person),
            "only what the person did is handed back"
        );
        if settled.table.status == TableStatus::Over {
            break;
        }
    }
    let log = house.log(game).await;
    for seat in 1..=i64::from(computers) + 1 {
        assert!(log.iter().any(|entry| entry.seat == Some(seat)), "seat {seat} never acts");
    }
    assert_eq!(told(&house.hear().await), logged(&log));
    let record = house.tables.record(&house.kept(game).await).await.unwrap();
    assert!(Record::<G>::read(&record).unwrap().replay(None).is_ok());
}

#[test]
fn one_person_plays_hawaii_with_one_to_four_computers() {
    for computers in 1..=4 {
        wait(one_person_among_computers::<Hawaii>(computers));
    }
}

#[test]
fn one_person_plays_haleakala_with_a_computer() {
    wait(one_person_among_computers::<Haleakala>(1));
}

#[test]
fn computers_between_two_persons_act_at_once() {
    wait(async {
        let house = House::new().await;
        let table = house.begun::<Hawaii>(2, 2).await;
        let over = house.play_out::<Hawaii>(table.game, &mut dice(32)).await;
        let log = house.log(table.game).await;
        assert_eq!((over.seats, told(&house.hear().await)), (table.seats, logged(&log)));
    });
}

/// What the computer did is written at once, and told as if it had thought.
#[test]
fn a_thoughtful_computer_is_told_of_a_little_later() {
    wait(async {
        let house = House::new().await.thoughtful(3600);
        let table = house.begun::<Hawaii>(1, 1).await;
        house.hear().await;
        let mut dice = dice(33);
        let mut settled = house.act_at_random::<Hawaii>(table.game, &mut dice).await;
        while settled.last {
            settled = house.act_at_random::<Hawaii>(table.game, &mut dice).await;
        }
        assert!(house.hear().await.is_empty(), "it is told in an hour");
        assert!(house.log(table.game).await.iter().any(|entry| entry.seat == Some(2)), "it is done");
    });
}
