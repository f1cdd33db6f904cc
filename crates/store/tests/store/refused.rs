//! Databases that cannot be served: whoever starts the program reads one sentence that says why.

use lanai_store::{Address, Store, StoreError};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tokio::io::AsyncReadExt as _;

use super::wait;
use lanai_testing::homes::{Database, Server};

/// Why a store does not open.
async fn refusal(address: &Address) -> String {
    Store::at(address)
        .await
        .expect_err("it cannot be served")
        .to_string()
}

/// An address with something changed, or added.
fn changed(address: &Address, from: &str, to: &str) -> Address {
    let Address::Server(address) = address else {
        panic!("this is about servers")
    };
    assert!(address.contains(from), "{address}");
    Address::read(&address.replace(from, to)).unwrap()
}

async fn tell(address: &Address, sql: String) {
    let Address::Server(address) = address else {
        panic!("this is about servers")
    };
    let mut connection = PgConnection::connect(address).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

#[test]
fn a_database_of_a_newer_program_is_left_to_it() {
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (9999, 'of tomorrow', true, 'x', 0)";
    wait(async {
        let file = Database::file();
        let (address, store) = (file.address(), file.store().await);
        store.close().await;
        let Address::File(path) = &address else {
            panic!("it is a file")
        };
        let mut connection = SqliteConnection::connect(path.to_str().unwrap())
            .await
            .unwrap();
        sqlx::query(newer).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let said = refusal(&address).await;
        assert!(
            said.contains("is that of a newer Lanai") && said.contains("lanai.db"),
            "{said}"
        );
        let Some(guild) = Database::server().await else {
            return;
        };
        guild.store().await.close().await;
        tell(&guild.address(), newer.to_owned()).await;
        let said = refusal(&guild.address()).await;
        assert!(said.contains("is that of a newer Lanai"), "{said}");
    });
}

#[test]
fn a_server_says_why_it_cannot_be_used() {
    wait(async {
        let Some(guild) = Server::own() else { return };
        let address = guild.database().await.address();
        Store::at(&address).await.unwrap().close().await;
        let name = address.to_string();
        let name = name.split(' ').next().unwrap();
        // As a replica is.
        tell(
            &address,
            format!("alter database {name} set default_transaction_read_only = on"),
        )
        .await;
        let said = refusal(&address).await;
        assert!(
            said.contains("takes no changes, as a replica does"),
            "{said}"
        );
        tell(
            &address,
            format!("set transaction read write; alter database {name} reset default_transaction_read_only"),
        )
        .await;
        Store::at(&address).await.unwrap().close().await;
        let said = refusal(&changed(&address, name, "nowhere")).await;
        assert!(
            said.contains("database \"nowhere\" does not exist;"),
            "{said}"
        );
        let said = refusal(&changed(&address, "?host=", "?host=/nowhere")).await;
        assert!(
            said.contains("cannot be opened") && said.contains("LANAI_DATABASE"),
            "{said}"
        );
        // Nobody comes in without a password from now on.
        let rules = "create role keeper login password 'of-the-house';
            copy (select 'local all keeper scram-sha-256' union all select 'local all lanai trust')
                to program 'cat > pg_hba.conf'; select pg_reload_conf()";
        tell(&address, rules.to_owned()).await;
        let said = refusal(&changed(&address, "lanai@", "keeper:not-of-the-house@")).await;
        assert!(
            said.contains("password authentication failed for user \"keeper\""),
            "{said}"
        );
        assert!(!said.contains("not-of-the-house"), "{said}");
        // Who may come in, and may change nothing.
        let said = refusal(&changed(&address, "lanai@", "keeper:of-the-house@")).await;
        assert!(
            said.contains("permission denied") && !said.contains("at line"),
            "{said}"
        );
        let refused = "copy (select 'local all all reject') to program 'cat > pg_hba.conf';
            select pg_reload_conf()";
        tell(&address, refused.to_owned()).await;
        let said = refusal(&address).await;
        assert!(said.contains("pg_hba.conf rejects connection"), "{said}");
    });
}

/// `PgBouncer` refuses a connection that asks for `extra_float_digits`.
#[test]
fn a_connection_asks_for_nothing_that_a_pooler_refuses_and_tells_its_name() {
    wait(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let pooler = async {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; client.read_u32().await.unwrap() as usize - 4];
            client.read_exact(&mut asked).await.unwrap();
            String::from_utf8_lossy(&asked).into_owned()
        };
        let address = Address::read(&format!(
            "postgres://lanai@127.0.0.1:{port}/x?sslmode=disable"
        ))
        .unwrap();
        let (asked, opened) = tokio::join!(pooler, Store::at(&address));
        opened.unwrap_err();
        assert!(asked.contains("application_name\0lanai\0"), "{asked:?}");
        assert!(!asked.contains("extra_float_digits"), "{asked:?}");
    });
}

/// Only what a server gives up because others wait for each other may be tried anew.
#[test]
fn a_deadlock_is_told_from_other_failures() {
    wait(async {
        let Some(database) = Database::server().await else {
            return;
        };
        let Address::Server(address) = database.address() else {
            panic!("it is a server")
        };
        let mut connection = PgConnection::connect(&address).await.unwrap();
        for (code, is_deadlock) in [("40P01", true), ("40001", false), ("23505", false)] {
            let sql = format!("do $$ begin raise exception using errcode = '{code}'; end $$");
            let failed = sqlx::raw_sql(AssertSqlSafe(sql))
                .execute(&mut connection)
                .await
                .unwrap_err();
            let failed = StoreError::from(failed);
            assert_eq!(failed.is_deadlock(), is_deadlock, "{code}");
            assert!(!failed.to_string().contains("at line"), "{failed}");
        }
        connection.close().await.unwrap();
    });
}
