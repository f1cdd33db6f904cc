//! Formatted messages on the page are parsed in linear time, and no text is lost.

use lanai_porch::{Porch, Settings};
use serde_json::json;

use super::browser::{Browser, find_program};
use lanai_testing::outside::test_size;

/// Helper functions of the scripts below.
const TOOLS: &str = r#"
    const { formatted } = await import("/porch/format.js");
    const { el } = await import("/porch/elements.js");
    const shown = (text) => el("div", {}, formatted(text));
    let state = 20261122;
    const dice = (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 4294967296) * below);
    };
    const any = (list) => list[dice(list.length)];
"#;

/// Lines of every kind of markup. All plain letters must survive in order.
const WORDS: &str = r###"
    const marks = ["*", "**", "***", "_", "__", "~~", "~", "||", "|", "`", "``", "```", "\\", "\n", "> ", ">>> ", "- ",
        "  - ", "1. ", "# ", "## ", "-# ", " ", "  ", "[", "]", "(", ")", "<", ">", "@", ":", "a", "http", "\u2028"];
    const letters = ["ж", "é", "猫", "ñ", "ß", "ø"];
    const lost = [];
    for (let round = 0; round < ROUNDS; round += 1) {
        let text = "";
        for (let parts = dice(40); parts >= 0; parts -= 1) text += any(dice(3) ? marks : letters);
        const only = (all) => [...all].filter((letter) => letters.includes(letter)).join("");
        if (only(shown(text).textContent) !== only(text)) lost.push(text);
    }
    return lost.slice(0, 5);
"###;

/// Pathological patterns, repeated up to twenty thousand letters.
const SLOW: &str = r##"
    const again = ["\\a", "*", "**", "_", "_a ", "*a ", "**a ", "__", "~~", "~", "||", "[", "[a](", "[a](http://x", "<http://",
        "<http://a", "`", "``a\n", "`a\n", "http://.", "_*~|", "*a _b ", "*a_b**c__d~~e||f", "# ", "- ", "> ", ">>> ", "  - a\n",
        "```", "```a\n", `-${" ".repeat(500)}a\u2028\n`, "<@1", "</a", "<t:1", "1. a\n", "a\n", "h", "_a*", "*_", "**_", " ",
        "(", "\\", "<:a", "***a** ", "__a_ ", "]("];
    const time = (text) => {
        const begun = performance.now();
        formatted(text);
        return performance.now() - begun;
    };
    const slow = [];
    for (const after of BEFORE) {
        for (const what of again) {
            const text = (after + what.repeat(20000)).slice(0, 20000);
            if (time(text) < 1000) continue;
            // A busy machine slows everything down alike: four times the text takes four times as
            // long.
            const best = (of) => Math.min(time(of), time(of), time(of));
            const ratio = best(text) / best(text.slice(0, 5000));
            if (ratio > 10) slow.push([after + what, ratio]);
        }
    }
    return slow;
"##;

/// Markup with its expected rendering.
const KNOWN: &str = r##"
    const cases = {
        "**a** *b* _c_ __d__ ~~e~~": "p(strong(a) em(b) em(c) u(d) s(e))",
        "***a*** **b *c***": "p(em(strong(a)) strong(b em(c)))",
        "*a **b** c* *d**e**f*": "p(em(a strong(b) c) em(dstrong(e)f))",
        "snake_case_name, 2 * 3 * 4, **a*, ~a~": "p(snake_case_name, 2 * 3 * 4, **a*, ~a~)",
        "\\*a\\* \\\\ \\a": "p(*a* \\ \\a)",
        "`a*b*` ``c`d``": "p(code(a*b*) code(c`d))",
        "||a||": "p(span(span(a)))",
        "a **b\nc** d": "p(a strong(bbr()c) d)",
        "```js\nlet *a*\n``` b": "pre(code(let *a*))p( b)",
        "> a\n> b\nc": "blockquote(p(abr()b))p(c)",
        ">>> a\nb": "blockquote(p(abr()b))",
        "- a\n  - b\n- c\n2. d": "ul(li(aul(li(b)))li(c))ol(li(d))",
        "# a\n-# b": "h4(a)p(b)",
        "[a *b*](https://c/d) <https://e> https://f.": "p(a(a em(b)) a(https://e) a(https://f).)",
        "<:smile:12> </play it:3>": "p(img() code(/play it))",
    };
    const told = (node) => node.nodeType === 3 ? node.textContent : `${node.localName}(${[...node.childNodes].map(told).join("")})`;
    return Object.entries(cases)
        .map(([text, wanted]) => [text, wanted, [...shown(text).childNodes].map(told).join("")])
        .filter(([, wanted, got]) => wanted !== got);
"##;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_stalls_the_page() {
    let Some(program) = find_program() else {
        return;
    };
    let porch = Porch::open(Settings::default()).await.unwrap();
    let base = format!("http://{}", porch.address());
    let mut browser = Browser::open(&program).await;
    browser.navigate(&base).await;
    let bounds = format!(
        "const ROUNDS = {}, BEFORE = ['', '_', '**', '||', '[', '- '].slice(0, {});",
        test_size(1_000, 6_000),
        test_size(1, 6)
    );
    for (script, wanted) in [(KNOWN, json!([])), (WORDS, json!([])), (SLOW, json!([]))] {
        let script = format!("(async () => {{ {TOOLS} {bounds} {script} }})()");
        assert_eq!(browser.evaluate(&script).await, wanted);
    }
    browser.finish().await;
    porch.close().await;
}
