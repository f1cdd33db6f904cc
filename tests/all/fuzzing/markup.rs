//! The page turns any text into a few kinds of elements and attributes, and links only to the web.
//! A real browser checks this.

use std::time::Instant;

use lanai_porch::{Porch, Settings};
use serde_json::{Value, json};

use super::engine::Engine;
use super::{fuzz_duration, fuzz_seed, number_from_env, store_input, stored_inputs};
use crate::bot::run_test_within;
use crate::page::browser::{self, Browser};

const NAME: &str = "markup";
const TEXTS_PER_PAGE: u64 = 250;

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

/// A script that renders a text and returns what is wrong with it, or nothing.
const MARKUP_CHECK_SCRIPT: &str = r#"
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

/// Returns the first text with a problem.
async fn find_problem(browser: &mut Browser, texts: &[String]) -> Option<(usize, Value)> {
    let script = format!("{}.map((text) => window.judge(text))", json!(texts));
    let wrong = browser.evaluate(&script).await;
    let wrong = wrong.as_array().unwrap().iter().cloned().enumerate();
    wrong.into_iter().find(|(_, why)| !why.is_null())
}

fn input_text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// Runs in an open browser for the configured time.
async fn mangle_and_run(browser: &mut Browser, engine: &Engine) {
    let (begun, seed) = (Instant::now(), fuzz_seed());
    let first = number_from_env("LANAI_FUZZ_TRY").unwrap_or(0);
    let mut number = first;
    while begun.elapsed() < fuzz_duration() {
        let inputs: Vec<Vec<u8>> = (number..number + TEXTS_PER_PAGE)
            .map(|at| engine.mangled_input(seed, at))
            .collect();
        let texts: Vec<String> = inputs.iter().map(|input| input_text(input)).collect();
        if let Some((at, why)) = find_problem(browser, &texts).await {
            let number = number + u64::try_from(at).unwrap();
            let file = store_input(NAME, &format!("{seed}-{number}"), &inputs[at]);
            panic!(
                "{NAME} fails with seed {seed}, try {number}: {why}; {}",
                file.display()
            );
        }
        number += TEXTS_PER_PAGE;
    }
    println!(
        "{NAME}: {} tries in {} s with seed {seed}",
        number - first,
        begun.elapsed().as_secs()
    );
}

#[test]
fn markup() {
    let Some(program) = browser::find_program() else {
        return;
    };
    run_test_within(fuzz_duration() + std::time::Duration::from_mins(5), async {
        let porch = Porch::open(Settings::default()).await.unwrap();
        let mut browser = Browser::open(&program).await;
        browser
            .navigate(&format!("http://{}", porch.address()))
            .await;
        browser
            .evaluate(&format!("(async () => {{ {MARKUP_CHECK_SCRIPT} }})()"))
            .await;
        let mut inputs: Vec<Vec<u8>> = SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect();
        inputs.extend(stored_inputs(NAME).into_iter().map(|(_, input)| input));
        let texts: Vec<String> = inputs.iter().map(|input| input_text(input)).collect();
        assert_eq!(
            find_problem(&mut browser, &texts).await,
            None,
            "found before"
        );
        mangle_and_run(&mut browser, &Engine::new(inputs, WORDS)).await;
        browser.finish().await;
        porch.close().await;
    });
}
