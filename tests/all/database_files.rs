//! Where the file of a database lies: behind a link, under two names, and where it may not be written.

use std::os::unix::fs::symlink;

use lanai_store::Store;

use lanai_testing::homes::{Database, wait};

#[test]
fn dangling_symlink_creates_the_database_at_its_target() {
    wait(async {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        let link = folder.path().join("lanai.db");
        symlink("data/kept.db", folder.path().join("other.db")).unwrap();
        symlink("other.db", &link).unwrap();
        for _ in 0..2 {
            let store = Store::open(&link).await.unwrap();
            store.processes().join(1).await.unwrap();
            store.close().await;
        }
        assert!(folder.path().join("data/kept.db").metadata().unwrap().len() > 0);
        assert!(link.is_symlink());
    });
}

#[test]
fn database_file_with_hard_links_is_refused() {
    wait(async {
        let Database::File(folder) = Database::file() else {
            panic!("it is a file")
        };
        let [first, second] = ["lanai.db", "second.db"].map(|name| folder.path().join(name));
        Store::open(&first).await.unwrap().close().await;
        std::fs::hard_link(&first, &second).unwrap();
        for name in [&first, &second] {
            let told = Store::open(name).await.unwrap_err().to_string();
            assert!(told.contains("has a second name (a hard link)"), "{told}");
        }
        std::fs::remove_file(&first).unwrap();
        Store::open(&second).await.unwrap().close().await;
    });
}

#[test]
fn unwritable_folder_is_named_with_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let mut program = std::process::Command::new(crate::program::binary());
    lanai_testing::outside::without_rights(&mut program);
    program
        .current_dir(folder.path())
        .env_clear()
        .env("LANAI_PORCH", "127.0.0.1:0");
    program.env("LANAI_DATABASE", "lanai.db");
    let told = String::from_utf8(program.output().unwrap().stderr).unwrap();
    assert!(
        told.contains("the database lanai.db cannot be opened: . may not be written"),
        "{told}"
    );
    assert!(told.contains("owns it, mode 0555"), "{told}");
}
