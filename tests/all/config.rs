//! Settings from a file and from the environment; nothing that is written is ignored silently.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use lanai::cli::setting_key;
use lanai::config::{Config, ConfigError};
use lanai_store::Address;
use lanai_text::Dictionary;

fn load_config(bytes: &[u8], environment: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(".env");
    fs::write(&file, bytes).unwrap();
    let pairs = environment
        .iter()
        .map(|(name, value)| (OsString::from(name), OsString::from(value)));
    Config::read(pairs, &file)
}

fn config_error(bytes: &[u8], environment: &[(&str, &str)]) -> String {
    load_config(bytes, environment).unwrap_err().to_string()
}

fn encode_utf16(text: &str, first: [u8; 2]) -> Vec<u8> {
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
        let config = load_config(&bytes, &[]).unwrap();
        assert_eq!(config.log, tracing::Level::DEBUG);
        assert_eq!(config.database.unwrap().reveal(), "my tables.db");
    }
    let first = load_config(b"\xef\xbb\xbfDISCORD_TOKEN=a.b.c\n", &[]).unwrap();
    assert_eq!(
        first.token.unwrap().reveal(),
        "a.b.c",
        "a mark before the first line is no part of it"
    );
    let config = load_config(file.as_bytes(), &[("LANAI_LOG", "warn"), ("HOME", "here")]).unwrap();
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
        (encode_utf16("DISCORD_TOKEN=hidden", [0xff, 0xfe]), "UTF-16"),
        (encode_utf16("DISCORD_TOKEN=hidden", [0x20, 0x00]), "UTF-16"),
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
        let told = config_error(&bytes, &[]);
        assert!(
            told.starts_with("the .env file cannot be read: ") && told.contains(sentence),
            "{told}"
        );
        assert!(!told.contains("hidden"), "{told}");
    }
    let folder = tempfile::tempdir().unwrap();
    let told = Config::read(std::iter::empty(), folder.path())
        .unwrap_err()
        .to_string();
    assert_eq!(told, "the .env file cannot be read: it is a folder");
}

#[test]
fn thinking_cores_follow_the_setting() {
    for (said, cores) in [("", None), ("LANAI_THINKING_CORES=3\n", Some(3))] {
        let config = load_config(said.as_bytes(), &[]).unwrap();
        assert_eq!(config.thinking_cores.map(usize::from), cores);
    }
    for none in ["0", "-1", "all"] {
        let told = config_error(format!("LANAI_THINKING_CORES={none}\n").as_bytes(), &[]);
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
            "LANAI_DATABSE, set in the .env file, is not a setting of Lanai; did you mean LANAI_DATABASE?",
        ),
        ("DISCORD_TOKNE=x\n", None, "did you mean DISCORD_TOKEN?"),
        ("lanai_log=info\n", None, "did you mean LANAI_LOG?"),
        (
            "",
            Some(("LANAI_PROCH", "x")),
            "LANAI_PROCH, set in the environment, is not a setting",
        ),
    ] {
        let told = config_error(file.as_bytes(), environment.as_slice());
        assert!(told.contains(sentence), "{told}");
    }
    // Variables of the tests are accepted, and foreign ones are ignored.
    load_config(
        b"POSTGRES_PASSWORD=x\n",
        &[("LANAI_REQUIRE", "browser"), ("DISCORD_OPENAPI", "x")],
    )
    .unwrap();
}

#[test]
fn database_setting_accepts_files_and_servers() {
    for wrong in [":memory:", "file:lanai.db?mode=memory", "sqlite://lanai.db"] {
        let told = Address::parse(wrong).unwrap_err().to_string();
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
        let config = load_config(b"", &[("LANAI_DATABASE", written)]).unwrap();
        assert_eq!(
            Address::parse(config.database.unwrap().reveal()).unwrap(),
            read
        );
    }
}

/// Addresses hold passwords: neither an error nor a log shows one.
#[test]
fn a_password_in_an_address_is_not_shown() {
    let address = "postgres://lanai:sesame@db.example.org/tables";
    let config = load_config(b"", &[("LANAI_DATABASE", address)]).unwrap();
    let read = Address::parse(config.database.as_ref().unwrap().reveal()).unwrap();
    let shown = format!("{config:?} {read} {read:?}");
    assert!(
        !shown.contains("sesame") && shown.contains("tables at db.example.org:5432"),
        "{shown}"
    );
    let told = Address::parse("postgres://lanai:sesame@here:port/lanai")
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
        let told = Address::parse(&format!("{scheme}://lanai:sesame@h/db"))
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
        let told = Address::parse(address).unwrap_err();
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
    let config = load_config(b"", &both).unwrap();
    assert_eq!(config.token.unwrap().reveal(), "a.b.c");
    assert_eq!(
        config.database.unwrap().reveal(),
        "postgres://lanai:sesame@h/db"
    );
    let told = config_error(b"DISCORD_TOKEN=a.b.c", &both);
    assert_eq!(
        told,
        "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; leave one of them out"
    );
    let told = config_error(b"", &[("LANAI_DATABASE_FILE", &path("nowhere"))]);
    assert!(
        told.starts_with("the file that LANAI_DATABASE_FILE names cannot be read: "),
        "{told}"
    );
    let told = config_error(b"", &[("DISCORD_TOKEN_FILE", &path("empty"))]);
    assert_eq!(told, "the file that DISCORD_TOKEN_FILE names is empty");
    // An empty value counts as unset.
    assert!(
        load_config(b"DISCORD_TOKEN_FILE=", &[("DISCORD_TOKEN", "a.b.c")])
            .unwrap()
            .token
            .is_some()
    );
}

/// An open quote may swallow the following lines, and with them a token.
#[test]
fn only_the_beginning_of_a_wrong_value_is_shown() {
    let token = "MTQzNTU2MDAwMDAwMDAwMDAwMQ.GabcDE.what-nobody-may-see-of-all-this";
    let open = format!("LANAI_LOG=\"debug\nDISCORD_TOKEN={token}\nLANAI_WORDS=\"words\n");
    let told = load_config(open.as_bytes(), &[]).unwrap_err().to_string();
    assert_eq!(
        told,
        "LANAI_LOG is \"debug…\", but it must be error, warn, info, debug or trace"
    );
    let told = load_config(b"", &[("LANAI_LOG", token)])
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

fn is_setting_letter(letter: char) -> bool {
    letter.is_ascii_uppercase() || letter == '_'
}

/// Every name that the tests and the gate read is one that the program knows: it may be set where
/// the program starts.
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
                && entry.extension().is_some_and(|item| item == "rs")
            {
                texts.push(fs::read_to_string(entry).unwrap());
            }
        }
    }
    for text in &texts {
        for name in text
            .split(|letter| !is_setting_letter(letter))
            .filter(|name| name.starts_with("LANAI_"))
        {
            let known = load_config(b"", &[(name, "")]);
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
    let words = dictionary.find("en").unwrap();
    let mut expected = heading.to_owned() + "\n";
    for (name, default) in Config::defaults() {
        expected += "\n";
        let meaning = words.say(setting_key(&name), &[]);
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

/// Uncommenting a line of the example changes nothing.
#[test]
fn env_example_shows_defaults() {
    let example = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.env.example")).unwrap();
    let uncommented = example.lines().filter_map(|line| line.strip_prefix('#'));
    let settings: Vec<&str> = uncommented.filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        load_config(settings.join("\n").as_bytes(), &[]).unwrap(),
        load_config(b"", &[]).unwrap()
    );
}
