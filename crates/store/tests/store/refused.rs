//! Databases that cannot be served: the error is one sentence with the reason.

use lanai_store::{Address, Store, StoreError};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tokio::io::AsyncReadExt as _;

use super::block_on;
use lanai_testing::homes::{Database, Server};

/// Returns the error of opening a database.
async fn open_error(address: &Address) -> String {
    Store::connect(address)
        .await
        .expect_err("it cannot be served")
        .to_string()
}

/// Returns an address with a part replaced.
fn with_replacement(address: &Address, from: &str, to: &str) -> Address {
    let Address::Server(address) = address else {
        panic!("this is about servers")
    };
    assert!(address.contains(from), "{address}");
    Address::parse(&address.replace(from, to)).unwrap()
}

async fn execute_all(address: &Address, sql: String) {
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
fn a_database_of_a_newer_version_is_refused() {
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (9999, 'of tomorrow', true, 'x', 0)";
    block_on(async {
        let file = Database::create_file();
        let (address, store) = (file.address(), file.open_store().await);
        store.close().await;
        let Address::File(path) = &address else {
            panic!("it's a file")
        };
        let mut connection = SqliteConnection::connect(path.to_str().unwrap())
            .await
            .unwrap();
        sqlx::query(newer).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let error = open_error(&address).await;
        assert!(
            error.contains("is that of a newer Lanai") && error.contains("lanai.db"),
            "{error}"
        );
        let Some(guild) = Database::create_on_server().await else {
            return;
        };
        guild.open_store().await.close().await;
        execute_all(&guild.address(), newer.to_owned()).await;
        let error = open_error(&guild.address()).await;
        assert!(error.contains("is that of a newer Lanai"), "{error}");
    });
}

#[test]
fn a_server_says_why_it_cannot_be_used() {
    block_on(async {
        let Some(guild) = Server::start_own() else {
            return;
        };
        let address = guild.create_database().await.address();
        Store::connect(&address).await.unwrap().close().await;
        let name = address.to_string();
        let name = name.split(' ').next().unwrap();
        // Like a replica.
        execute_all(
            &address,
            format!("alter database {name} set default_transaction_read_only = on"),
        )
        .await;
        let error = open_error(&address).await;
        assert!(
            error.contains("takes no changes, as a replica does"),
            "{error}"
        );
        execute_all(
            &address,
            format!("set transaction read write; alter database {name} reset default_transaction_read_only"),
        )
        .await;
        Store::connect(&address).await.unwrap().close().await;
        let error = open_error(&with_replacement(&address, name, "nowhere")).await;
        assert!(
            error.contains("database \"nowhere\" does not exist;"),
            "{error}"
        );
        let error = open_error(&with_replacement(&address, "?host=", "?host=/nowhere")).await;
        assert!(
            error.contains("cannot be opened") && error.contains("LANAI_DATABASE"),
            "{error}"
        );
        // From now on the server requires a password.
        let rules = "create role keeper login password 'of-the-house';
            copy (select 'local all keeper scram-sha-256' union all select 'local all lanai trust')
                to program 'cat > pg_hba.conf'; select pg_reload_conf()";
        execute_all(&address, rules.to_owned()).await;
        let error = open_error(&with_replacement(
            &address,
            "lanai@",
            "keeper:not-of-the-house@",
        ))
        .await;
        assert!(
            error.contains("password authentication failed for user \"keeper\""),
            "{error}"
        );
        assert!(!error.contains("not-of-the-house"), "{error}");
        // A user who may connect, but not write.
        let error = open_error(&with_replacement(
            &address,
            "lanai@",
            "keeper:of-the-house@",
        ))
        .await;
        assert!(
            error.contains("permission denied") && !error.contains("at line"),
            "{error}"
        );
        let refused = "copy (select 'local all all reject') to program 'cat > pg_hba.conf';
            select pg_reload_conf()";
        execute_all(&address, refused.to_owned()).await;
        let error = open_error(&address).await;
        assert!(error.contains("pg_hba.conf rejects connection"), "{error}");
    });
}

/// `PgBouncer` refuses a connection with the parameter `extra_float_digits`.
#[test]
fn a_connection_sends_only_parameters_that_a_pooler_accepts() {
    block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let pooler = async {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; client.read_u32().await.unwrap() as usize - 4];
            client.read_exact(&mut asked).await.unwrap();
            String::from_utf8_lossy(&asked).into_owned()
        };
        let address = Address::parse(&format!(
            "postgres://lanai@127.0.0.1:{port}/x?sslmode=disable"
        ))
        .unwrap();
        let (asked, opened) = tokio::join!(pooler, Store::connect(&address));
        opened.unwrap_err();
        assert!(asked.contains("application_name\0lanai\0"), "{asked:?}");
        assert!(!asked.contains("extra_float_digits"), "{asked:?}");
    });
}

/// Only a transaction that the server aborted because of a deadlock may be retried.
#[test]
fn only_a_deadlock_may_be_retried() {
    block_on(async {
        let Some(database) = Database::create_on_server().await else {
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
