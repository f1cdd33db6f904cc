//! The words of messages on the page: read in a time that grows with their length and nothing else, and nothing that was
//! said is lost.

use lanai_porch::{Porch, Settings};
use serde_json::json;

use super::browser::{Browser, found};
use crate::bot::evening;
use lanai_testing::outside::extent;

/// What the scripts below share.
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

/// Lines made of everything that means something. Letters that belong to no format are there afterwards, in their order.
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

/// What is made to be slow: each of these again and again, after each of those, twenty thousand letters long.
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
            // A busy machine is slow with everything: four times as long a text takes four times as long.
            const best = (of) => Math.min(time(of), time(of), time(of));
            const ratio = best(text) / best(text.slice(0, 5000));
            if (ratio > 10) slow.push([after + what, ratio]);
        }
    }
    return slow;
"##;

/// What formats look like: the words, and what is around them.
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

#[test]
fn no_message_stalls_the_page() {
    evening(async {
        let Some(program) = found() else { return };
        let porch = Porch::open(Settings::default()).await.unwrap();
        let base = format!("http://{}", porch.address());
        let mut browser = Browser::open(&program).await;
        browser.goes_to(&base).await;
        let bounds = format!(
            "const ROUNDS = {}, BEFORE = ['', '_', '**', '||', '[', '- '].slice(0, {});",
            extent(1_000, 6_000),
            extent(1, 6)
        );
        for (script, wanted) in [(KNOWN, json!([])), (WORDS, json!([])), (SLOW, json!([]))] {
            let script = format!("(async () => {{ {TOOLS} {bounds} {script} }})()");
            assert_eq!(browser.says(&script).await, wanted);
        }
        browser.ends().await;
        porch.close().await;
    });
}
