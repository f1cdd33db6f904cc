// Frames the Activity on the Activity's own host, and passes messages between it and the page of the porch. The SDK of an
// Activity accepts messages only from Discord's origins and from its own, so the page can't frame it directly. How this
// document is served: crates/porch/src/activity_proxy.rs.

/** The opcode that older versions of the SDK wait for. */
const HELLO = 3;

const page = window.parent;
const query = new URLSearchParams(location.search);
const frame = document.createElement("iframe");
frame.src = `/${location.search}`;
frame.title = decodeURIComponent(location.hash.slice(1));

addEventListener("message", ({ source, data }) => {
  // The policy of this document lets only the page of the porch frame it.
  if (source === frame.contentWindow) page.postMessage(data, "*");
  else if (source === page) frame.contentWindow?.postMessage(data, location.origin);
});
frame.addEventListener("load", () => {
  const hello = { frame_id: query.get("frame_id"), platform: query.get("platform") };
  frame.contentWindow?.postMessage([HELLO, hello], location.origin);
});
addEventListener("focus", () => frame.focus());
document.body.append(frame);
