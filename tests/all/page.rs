//! The page to sit at: what it is made of, and how people use it in a real browser.

mod activity;
pub(crate) mod browser;
mod foreign;
mod formats;
mod heights;
mod keyboard;
mod loading;
mod places;
mod restart;
mod translatable;
pub(crate) mod visit;
mod whole;

use std::{collections::BTreeSet, fs, path::Path};

use lanai_porch::{Porch, Settings};

/// Every file is served with its type, and refers to nothing elsewhere.
#[tokio::test]
async fn every_file_of_the_page_is_served_with_a_strict_policy() {
    let porch = Porch::open(Settings::default()).await.unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let base = format!("http://{}", porch.address());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/porch");
    let names: BTreeSet<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|item| item.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.len() > 10, "{names:?}");
    for name in &names {
        let served = client
            .get(format!("{base}/porch/{name}"))
            .send()
            .await
            .unwrap();
        assert_eq!(
            served.status(),
            200,
            "{name}: is it in `crates/porch/src/page.rs`?"
        );
        let headers = served.headers().clone();
        let kind = headers["content-type"].to_str().unwrap().to_owned();
        let wanted = match name.rsplit('.').next().unwrap() {
            "html" => "text/html",
            "css" => "text/css",
            "js" => "text/javascript",
            "svg" => "image/svg+xml",
            other => panic!("what is {other}?"),
        };
        assert!(kind.starts_with(wanted), "{name} is {kind}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{policy}"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        let bytes = served.bytes().await.unwrap();
        assert_eq!(bytes, fs::read(folder.join(name)).unwrap());
        // Names of XML namespaces are not requested.
        let text = String::from_utf8(bytes.to_vec())
            .unwrap()
            .replace("http://www.w3.org/", "");
        for elsewhere in ["http://", "https://"] {
            let asked = [
                "src=\"",
                "href=\"",
                "url(\"",
                "url(",
                "from \"",
                "import \"",
                "fetch(\"",
            ];
            let found = asked
                .iter()
                .find(|before| text.contains(&format!("{before}{elsewhere}")));
            assert_eq!(found, None, "{name} asks elsewhere");
        }
    }
    let page = client.get(&base).send().await.unwrap();
    assert_eq!(
        page.text().await.unwrap(),
        fs::read_to_string(folder.join("index.html")).unwrap()
    );
    let missing = client
        .get(format!("{base}/porch/../Cargo.toml"))
        .send()
        .await
        .unwrap();
    assert_ne!(missing.status(), 200);
    assert_eq!(
        client
            .get(format!("{base}/porch/nothing.js"))
            .send()
            .await
            .unwrap()
            .status(),
        404
    );
    porch.close().await;
}
