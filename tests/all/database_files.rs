//! Database files behind links, with two names, and in unwritable folders.

use std::os::unix::fs::symlink;

use lanai_store::Store;

use lanai_testing::homes::Database;

#[tokio::test(flavor = "multi_thread")]
async fn dangling_symlink_creates_the_database_at_its_target() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    let link = folder.path().join("lanai.db");
    symlink("data/kept.db", folder.path().join("other.db")).unwrap();
    symlink("other.db", &link).unwrap();
    for _ in 0..2 {
        let store = Store::open_file(&link).await.unwrap();
        store.processes().join(1).await.unwrap();
        store.close().await;
    }
    assert!(folder.path().join("data/kept.db").metadata().unwrap().len() > 0);
    assert!(link.is_symlink());
}

#[tokio::test(flavor = "multi_thread")]
async fn database_file_with_hard_links_is_refused() {
    let Database::File(folder) = Database::create_file() else {
        panic!("it's a file")
    };
    let [first, second] = ["lanai.db", "second.db"].map(|name| folder.path().join(name));
    Store::open_file(&first).await.unwrap().close().await;
    std::fs::hard_link(&first, &second).unwrap();
    for name in [&first, &second] {
        let told = Store::open_file(name).await.unwrap_err().to_string();
        assert!(told.contains("has a second name (a hard link)"), "{told}");
    }
    std::fs::remove_file(&first).unwrap();
    Store::open_file(&second).await.unwrap().close().await;
}

#[test]
fn unwritable_folder_is_named_with_its_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let mut program = std::process::Command::new(crate::program::binary());
    lanai_testing::outside::drop_privileges(&mut program);
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
