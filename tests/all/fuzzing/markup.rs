//! The markup of the page: whatever somebody writes, the page makes elements of a few kinds of it, with attributes of a few
//! kinds, and no link leads anywhere but to the web. That is looked at in a real browser.

use std::time::Instant;

use lanai_porch::{Porch, Settings};
use serde_json::{Value, json};

use super::engine::Engine;
use super::{found, keep, seed, set, time};
use crate::bot::at_most;
use crate::page::browser::{self, Browser};

const NAME: &str = "markup";
/// So many texts are judged at once.
const AT_ONCE: u64 = 250;

const WORDS: &[&str] = &[
    "*",
    "**",
    "***",
    "_",
    "__",
    "~~",
    "||",
    "`",
    "``",
    "```",
    "```js\n",
    "\\",
    "\n",
    "> ",
    ">>> ",
    "- ",
    "  - ",
    "1. ",
    "# ",
    "-# ",
    "[",
    "](",
    ")",
    "](http://a/)",
    "](javascript:alert(1))",
    "<javascript:alert(1)>",
    "<http://a>",
    "https://a.b/?c=d",
    "http://",
    "<@1>",
    "<@!",
    "<@&1>",
    "<#2>",
    "<t:0:R>",
    "<t:-8640000000001>",
    "<t:99999999999999>",
    "<:ab:1>",
    "<a:ab:1>",
    "</play it:3>",
    "@everyone",
    "@here",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\" onclick=\"",
    "&lt;",
    "&#106;",
    "data:text/html,",
    "\u{202e}",
    "\u{2028}",
    "JaVaScRiPt:",
    "h",
    "//",
    "\t",
];

const SEEDS: &[&str] = &[
    "**a** *b* _c_ __d__ ~~e~~ ||f||",
    "a [label](https://a.b/c?d=(e)) <https://a> https://f.",
    "```js\nlet *a*\n``` `b` ``c`d``",
    "> a\n> b\n>>> c\n# d\n-# e",
    "- a\n  - b\n1. c\n2. d",
    "<@1> <@&2> <#3> <t:1700000000:R> <:smile:12> </play it:3> @everyone",
    "[a](javascript:alert(1)) [b](http://a\"onclick=\"x) <javascript:x>",
];

/// What the page makes of a text, and what is wrong with it: nothing, most often.
const JUDGE: &str = r#"
    const { formatted } = await import("/porch/format.js");
    const { el } = await import("/porch/elements.js");
    const tags = "p br em strong u s span code pre a blockquote h4 h5 h6 ul ol li img time div".split(" ");
    const attributes = ("class href target rel role tabindex aria-label inert datetime title data-relative start src alt " +
        "loading draggable").split(" ");
    const wrong = (node) => {
        if (!tags.includes(node.localName)) return `<${node.localName}>`;
        for (const { name, value } of node.attributes) {
            if (!attributes.includes(name)) return `${name}=${value}`;
            if (name === "src" && !/^\/emojis\/\d+\.png$/.test(value)) return `src=${value}`;
            if (name !== "href" || /^#\d+$/.test(value)) continue;
            // An address with mistakes in it leads nowhere at all.
            const leads = URL.canParse(value) ? new URL(value).protocol : /^https?:\/\//.test(value) ? "http:" : value;
            if (!["http:", "https:"].includes(leads)) return `href=${value}`;
        }
        return null;
    };
    window.judge = (text) => {
        const begun = performance.now();
        let shown;
        try {
            shown = el("div", {}, formatted(text));
        } catch (error) {
            return String(error);
        }
        for (const node of shown.querySelectorAll("*")) {
            const why = wrong(node);
            if (why) return why;
        }
        const again = el("div", {}, formatted(text));
        if (again.innerHTML !== shown.innerHTML) return "it comes out differently";
        return performance.now() - begun > 5000 ? "it is slow" : null;
    };
"#;

/// The first of these texts with which something is wrong.
async fn judged(browser: &mut Browser, texts: &[String]) -> Option<(usize, Value)> {
    let script = format!("{}.map((text) => window.judge(text))", json!(texts));
    let wrong = browser.says(&script).await;
    let wrong = wrong.as_array().unwrap().iter().cloned().enumerate();
    wrong.into_iter().find(|(_, why)| !why.is_null())
}

fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// For as long as is set, in a browser that is open already.
async fn mangled(browser: &mut Browser, engine: &Engine) {
    let (begun, seed) = (Instant::now(), seed());
    let first = set("LANAI_FUZZ_TRY").unwrap_or(0);
    let mut number = first;
    while begun.elapsed() < time() {
        let inputs: Vec<Vec<u8>> = (number..number + AT_ONCE)
            .map(|at| engine.mangled(seed, at))
            .collect();
        let texts: Vec<String> = inputs.iter().map(|input| text(input)).collect();
        if let Some((at, why)) = judged(browser, &texts).await {
            let number = number + u64::try_from(at).unwrap();
            let file = keep(NAME, &format!("{seed}-{number}"), &inputs[at]);
            panic!(
                "{NAME} fails with seed {seed}, try {number}: {why}; {}",
                file.display()
            );
        }
        number += AT_ONCE;
    }
    println!(
        "{NAME}: {} tries in {} s with seed {seed}",
        number - first,
        begun.elapsed().as_secs()
    );
}

#[test]
fn markup() {
    let Some(program) = browser::found() else {
        return;
    };
    at_most(time() + std::time::Duration::from_mins(5), async {
        let porch = Porch::open(Settings::default()).await.unwrap();
        let mut browser = Browser::open(&program).await;
        browser
            .goes_to(&format!("http://{}", porch.address()))
            .await;
        browser
            .says(&format!("(async () => {{ {JUDGE} }})()"))
            .await;
        let mut inputs: Vec<Vec<u8>> = SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect();
        inputs.extend(found(NAME).into_iter().map(|(_, input)| input));
        let texts: Vec<String> = inputs.iter().map(|input| text(input)).collect();
        assert_eq!(judged(&mut browser, &texts).await, None, "found before");
        mangled(&mut browser, &Engine::new(inputs, WORDS)).await;
        browser.ends().await;
        porch.close().await;
    });
}
