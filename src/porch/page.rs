//! The page to sit at. Its files are part of the program, so that nothing is built and nothing fetched from elsewhere.

use axum::{
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

/// A file of the page is a line here: its name, what it is, and where it lies.
macro_rules! files {
    ($($name:literal: $kind:ident = $path:literal),+ $(,)?) => {
        /// Names, kinds and contents.
        const FILES: &[(&str, &str, &[u8])] =
            &[$(($name, $kind, include_bytes!(concat!("../../assets/", $path)))),+];
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";
const FONT: &str = "font/ttf";

files! {
    "avatar.js": SCRIPT = "porch/avatar.js",
    "changes.js": SCRIPT = "porch/changes.js",
    "channels.js": SCRIPT = "porch/channels.js",
    "colours.css": CSS = "porch/colours.css",
    "command-form.js": SCRIPT = "porch/command-form.js",
    "commands.js": SCRIPT = "porch/commands.js",
    "components.js": SCRIPT = "porch/components.js",
    "composer.css": CSS = "porch/composer.css",
    "composer.js": SCRIPT = "porch/composer.js",
    "dialogs.css": CSS = "porch/dialogs.css",
    "dismissed.js": SCRIPT = "porch/dismissed.js",
    "drawer.js": SCRIPT = "porch/drawer.js",
    "elements.js": SCRIPT = "porch/elements.js",
    "entities.js": SCRIPT = "porch/entities.js",
    "fields.js": SCRIPT = "porch/fields.js",
    "first.js": SCRIPT = "porch/first.js",
    "form.js": SCRIPT = "porch/form.js",
    "format.js": SCRIPT = "porch/format.js",
    "icon.svg": IMAGE = "porch/icon.svg",
    "inline.js": SCRIPT = "porch/inline.js",
    "index.html": HTML = "porch/index.html",
    "line.js": SCRIPT = "porch/line.js",
    "log.js": SCRIPT = "porch/log.js",
    "main.js": SCRIPT = "porch/main.js",
    "media.js": SCRIPT = "porch/media.js",
    "menu.js": SCRIPT = "porch/menu.js",
    "message.js": SCRIPT = "porch/message.js",
    "messages.css": CSS = "porch/messages.css",
    "opinions.js": SCRIPT = "porch/opinions.js",
    "parts.css": CSS = "porch/parts.css",
    "people.js": SCRIPT = "porch/people.js",
    "persons.js": SCRIPT = "porch/persons.js",
    "pictures.js": SCRIPT = "porch/pictures.js",
    "porch.svg": IMAGE = "porch/porch.svg",
    "scheme.js": SCRIPT = "porch/scheme.js",
    "seat.js": SCRIPT = "porch/seat.js",
    "style.css": CSS = "porch/style.css",
    "suggestions.js": SCRIPT = "porch/suggestions.js",
    "times.js": SCRIPT = "porch/times.js",
    "unread.js": SCRIPT = "porch/unread.js",
    "values.js": SCRIPT = "porch/values.js",
    "words.js": SCRIPT = "porch/words.js",
    "fonts/Nunito-SemiBold.ttf": FONT = "fonts/Nunito-SemiBold.ttf",
    "fonts/Nunito-ExtraBold.ttf": FONT = "fonts/Nunito-ExtraBold.ttf",
    "fonts/Nunito-Black.ttf": FONT = "fonts/Nunito-Black.ttf",
}

/// Nothing from elsewhere, nothing that was not a file of ours: what people and bots write can never become a script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page itself.
pub(crate) fn index() -> Response {
    named("index.html")
}

/// `GET /porch/{name}`: a file of the page.
pub(crate) async fn file(Path(name): Path<String>) -> Response {
    named(&name)
}

fn named(name: &str) -> Response {
    let Some((_, kind, bytes)) = FILES.iter().find(|(known, ..)| *known == name) else {
        return (StatusCode::NOT_FOUND, "The page has no such file.\n").into_response();
    };
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        // Another program may sit at this address tomorrow.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, *bytes).into_response()
}
