//! Settings: what is read from a file and an environment, and that nothing which somebody wrote is passed over.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use lanai::cli::key_of_setting;
use lanai::config::{Config, Unusable};
use lanai_store::Address;
use lanai_text::Dictionary;

fn of_file(bytes: &[u8], environment: &[(&str, &str)]) -> Result<Config, Unusable> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(".env");
    fs::write(&file, bytes).unwrap();
    let pairs = environment
        .iter()
        .map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Config::read(pairs, &file)
}

fn refused(bytes: &[u8], environment: &[(&str, &str)]) -> String {
    of_file(bytes, environment).unwrap_err().to_string()
}

fn utf16(text: &str, first: [u8; 2]) -> Vec<u8> {
    first
        .into_iter()
        .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
        .collect()
}

#[test]
fn env_file_syntax() {
    let file =
        "# mine\nexport LANAI_LOG=debug\r\nLANAI_DATABASE = \"my tables.db\" # kept\nOTHERS=1\n";
    for bytes in [
        file.as_bytes().to_vec(),
        [b"\xef\xbb\xbf", file.as_bytes()].concat(),
    ] {
        let config = of_file(&bytes, &[]).unwrap();
        assert_eq!(config.log, tracing::Level::DEBUG);
        assert_eq!(config.database.unwrap().reveal(), "my tables.db");
    }
    let first = of_file(b"\xef\xbb\xbfDISCORD_TOKEN=a.b.c\n", &[]).unwrap();
    assert_eq!(
        first.token.unwrap().reveal(),
        "a.b.c",
        "a mark before the first line is no part of it"
    );
    let config = of_file(file.as_bytes(), &[("LANAI_LOG", "warn"), ("HOME", "here")]).unwrap();
    assert_eq!(
        config.log,
        tracing::Level::WARN,
        "the environment counts more"
    );
    let nothing = Config::read(std::iter::empty(), &PathBuf::from("no such folder/.env")).unwrap();
    assert!(nothing.token.is_none());
}

#[test]
fn unreadable_env_file_is_one_sentence_without_its_contents() {
    let latin = b"LANAI_LOG=info\n# caf\xe9\nDISCORD_TOKEN=hidden\n";
    for (bytes, sentence) in [
        (utf16("DISCORD_TOKEN=hidden", [0xff, 0xfe]), "UTF-16"),
        (utf16("DISCORD_TOKEN=hidden", [0x20, 0x00]), "UTF-16"),
        (latin.to_vec(), "line 2 is not UTF-8"),
        (
            b"LANAI_LOG=info\n\nDISCORD_TOKEN hidden\n".to_vec(),
            "line 3 cannot be understood",
        ),
        (
            b"LANAI_LOG=info\nDISCORD_TOKEN=\"hidden\n".to_vec(),
            "line 2 cannot be understood",
        ),
        (
            b"LANAI_LOG=info\nLANAI_LOG=warn\n".to_vec(),
            "LANAI_LOG is set twice",
        ),
    ] {
        let told = refused(&bytes, &[]);
        assert!(
            told.starts_with("the file .env cannot be read: ") && told.contains(sentence),
            "{told}"
        );
        assert!(!told.contains("hidden"), "{told}");
    }
    let folder = tempfile::tempdir().unwrap();
    let told = Config::read(std::iter::empty(), folder.path())
        .unwrap_err()
        .to_string();
    assert_eq!(told, "the file .env cannot be read: it is a folder");
}

#[test]
fn thinking_cores_follow_the_setting() {
    for (said, cores) in [("", None), ("LANAI_THINKING_CORES=3\n", Some(3))] {
        let config = of_file(said.as_bytes(), &[]).unwrap();
        assert_eq!(config.thinking_cores.map(usize::from), cores);
    }
    for none in ["0", "-1", "all"] {
        let told = refused(format!("LANAI_THINKING_CORES={none}\n").as_bytes(), &[]);
        let wanted = format!(
            "LANAI_THINKING_CORES is \"{none}\", but it must be a whole number of at least 1"
        );
        assert_eq!(told, wanted);
    }
}

#[test]
fn misspelt_setting_suggests_the_right_name() {
    for (file, environment, sentence) in [
        (
            "LANAI_DATABSE=x\n",
            None,
            "LANAI_DATABSE, set in the file .env, is not a setting of Lanai; did you mean LANAI_DATABASE?",
        ),
        ("DISCORD_TOKNE=x\n", None, "did you mean DISCORD_TOKEN?"),
        ("lanai_log=info\n", None, "did you mean LANAI_LOG?"),
        (
            "",
            Some(("LANAI_PROCH", "x")),
            "LANAI_PROCH, set in the environment, is not a setting",
        ),
    ] {
        let told = refused(file.as_bytes(), environment.as_slice());
        assert!(told.contains(sentence), "{told}");
    }
    // What tests read may be set, and what is not ours is not ours to judge.
    of_file(
        b"POSTGRES_PASSWORD=x\n",
        &[("LANAI_REQUIRE", "browser"), ("DISCORD_OPENAPI", "x")],
    )
    .unwrap();
}

#[test]
fn database_setting_accepts_files_and_servers() {
    for wrong in [":memory:", "file:lanai.db?mode=memory", "sqlite://lanai.db"] {
        let told = Address::read(wrong).unwrap_err().to_string();
        assert!(
            told.contains("has to be that of a file, such as lanai.db"),
            "{told}"
        );
    }
    let address = "postgresql://lanai:open%20sesame@db.example.org:5433/tables";
    let shouted = "Postgres://lanai@db.example.org/tables";
    let file = |name: &str| Address::File(PathBuf::from(name));
    for (written, read) in [
        (address, Address::Server(address.to_owned())),
        (shouted, Address::Server(shouted.to_owned())),
        ("tables/postgres.db", file("tables/postgres.db")),
        ("C:\\tables\\lanai.db", file("C:\\tables\\lanai.db")),
        ("./12:30.db", file("./12:30.db")),
    ] {
        let config = of_file(b"", &[("LANAI_DATABASE", written)]).unwrap();
        assert_eq!(
            Address::read(config.database.unwrap().reveal()).unwrap(),
            read
        );
    }
}

/// Addresses hold passwords: neither an error nor a log shows one.
#[test]
fn a_password_in_an_address_is_not_shown() {
    let address = "postgres://lanai:sesame@db.example.org/tables";
    let config = of_file(b"", &[("LANAI_DATABASE", address)]).unwrap();
    let read = Address::read(config.database.as_ref().unwrap().reveal()).unwrap();
    let shown = format!("{config:?} {read} {read:?}");
    assert!(
        !shown.contains("sesame") && shown.contains("tables at db.example.org:5432"),
        "{shown}"
    );
    let told = Address::read("postgres://lanai:sesame@here:port/lanai")
        .unwrap_err()
        .to_string();
    assert!(
        !told.contains("sesame") && told.contains("LANAI_DATABASE must be an address"),
        "{told}"
    );
}

#[test]
fn misspelt_database_address_is_refused_and_not_shown() {
    for scheme in [
        "postgress",
        "pg",
        "postgre sql",
        "\"postgres",
        "mysql",
        "lanai",
    ] {
        let told = Address::read(&format!("{scheme}://lanai:sesame@h/db"))
            .unwrap_err()
            .to_string();
        assert!(
            told.starts_with(&format!(
                "the database's name begins with \"{scheme}:\", but"
            )),
            "{told}"
        );
        assert!(!told.contains("sesame"), "{told}");
    }
    for (address, reason) in [
        (
            "postgres:/lanai:sesame@h/db",
            "// has to follow the first colon",
        ),
        (
            "postgres://lanai:12#sesame@h/db",
            "there is an @ behind the host",
        ),
        (
            "postgres://lanai:12/sesame@h/db",
            "there is an @ behind the host",
        ),
        (
            "postgres://lanai:12?sesame@h/db",
            "there is an @ behind the host",
        ),
        ("postgres://lanai:sesame#/db", "invalid port number"),
        ("lanai:sesame@h/db", "begins with \"lanai:\""),
        (
            "./postgres://lanai:sesame@h/db",
            "begins with \"./postgres:\"",
        ),
    ] {
        let told = Address::read(address).unwrap_err();
        let told = format!("{told} {told:?}");
        assert!(told.contains(reason) && !told.contains("sesame"), "{told}");
        assert_eq!(
            told.contains("write / as %2F"),
            address.starts_with("postgres:"),
            "{told}"
        );
    }
}

#[test]
fn secrets_can_be_read_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("token"), "a.b.c\n").unwrap();
    fs::write(path("database"), " postgres://lanai:sesame@h/db \n").unwrap();
    fs::write(path("empty"), "\n").unwrap();
    let (token, database) = (path("token"), path("database"));
    let both = [
        ("DISCORD_TOKEN_FILE", &*token),
        ("LANAI_DATABASE_FILE", &*database),
    ];
    let config = of_file(b"", &both).unwrap();
    assert_eq!(config.token.unwrap().reveal(), "a.b.c");
    assert_eq!(
        config.database.unwrap().reveal(),
        "postgres://lanai:sesame@h/db"
    );
    let told = refused(b"DISCORD_TOKEN=a.b.c", &both);
    assert_eq!(
        told,
        "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; leave one of them out"
    );
    let told = refused(b"", &[("LANAI_DATABASE_FILE", &path("nowhere"))]);
    assert!(
        told.starts_with("the file that LANAI_DATABASE_FILE names cannot be read: "),
        "{told}"
    );
    let told = refused(b"", &[("DISCORD_TOKEN_FILE", &path("empty"))]);
    assert_eq!(told, "the file that DISCORD_TOKEN_FILE names is empty");
    // What is empty counts as not said.
    assert!(
        of_file(b"DISCORD_TOKEN_FILE=", &[("DISCORD_TOKEN", "a.b.c")])
            .unwrap()
            .token
            .is_some()
    );
}

/// A quote that was left open takes the lines after it along, and a token may be among them; or it stands in the wrong line.
#[test]
fn only_the_beginning_of_a_wrong_value_is_shown() {
    let token = "MTQzNTU2MDAwMDAwMDAwMDAwMQ.GabcDE.what-nobody-may-see-of-all-this";
    let open = format!("LANAI_LOG=\"debug\nDISCORD_TOKEN={token}\nLANAI_WORDS=\"words\n");
    let told = of_file(open.as_bytes(), &[]).unwrap_err().to_string();
    assert_eq!(
        told,
        "LANAI_LOG is \"debug…\", but it must be error, warn, info, debug or trace"
    );
    let told = of_file(b"", &[("LANAI_LOG", token)])
        .unwrap_err()
        .to_string();
    assert!(
        told.starts_with("LANAI_LOG is \"MTQz") && !told.contains(".GabcDE"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn value_that_is_not_utf8_is_reported() {
    use std::os::unix::ffi::OsStringExt as _;
    let pair = (
        OsString::from("LANAI_LOG"),
        OsString::from_vec(vec![0xff, 0x20]),
    );
    let folder = tempfile::tempdir().unwrap();
    let told = Config::read(std::iter::once(pair), &folder.path().join(".env"))
        .unwrap_err()
        .to_string();
    assert_eq!(
        told,
        "the value of LANAI_LOG in the environment is not valid text"
    );
}

/// Every name that the tests and the gate read is one that the program knows: it may be set where the program starts.
#[test]
fn settings_of_the_tests_are_accepted() {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut texts = vec![fs::read_to_string(here.join(".ci/run")).unwrap()];
    let mut folders = vec![here.join("tests/all"), here.join("benches")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else if !entry.ends_with("config.rs")
                && entry.extension().is_some_and(|it| it == "rs")
            {
                texts.push(fs::read_to_string(entry).unwrap());
            }
        }
    }
    let letters = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    for text in &texts {
        for name in text
            .split(|letter| !letters(letter))
            .filter(|name| name.starts_with("LANAI_"))
        {
            let known = of_file(b"", &[(name, "")]);
            assert!(
                name == "LANAI_" || known.is_ok(),
                "{name} is read by tests and not known"
            );
        }
    }
}

/// `UPDATE=1` writes the example: what each setting means, from the words, and its default.
#[test]
fn env_example_is_generated_from_the_settings() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".env.example");
    let found = fs::read_to_string(&file).unwrap();
    let (heading, _) = found.split_once("\n\n").unwrap();
    let dictionary = Dictionary::open().unwrap();
    let words = dictionary.named("en").unwrap();
    let mut expected = heading.to_owned() + "\n";
    for (name, default) in Config::defaults() {
        expected += "\n";
        let meaning = words.say(&key_of_setting(&name), &[]);
        let mut line = "#".to_owned();
        for word in meaning.split(' ') {
            if line.len() + word.len() >= 100 {
                expected += &(line + "\n");
                line = "#".to_owned();
            }
            line += " ";
            line += word;
        }
        expected += &[
            &*line,
            "\n#",
            &name,
            "=",
            &default.unwrap_or_default(),
            "\n",
        ]
        .concat();
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &expected).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        expected,
        "UPDATE=1 writes it"
    );
}

/// A line of the example that is taken over as it stands changes nothing.
#[test]
fn env_example_shows_defaults() {
    let example = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.env.example")).unwrap();
    let uncommented = example.lines().filter_map(|line| line.strip_prefix('#'));
    let settings: Vec<&str> = uncommented.filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        of_file(settings.join("\n").as_bytes(), &[]).unwrap(),
        of_file(b"", &[]).unwrap()
    );
}
