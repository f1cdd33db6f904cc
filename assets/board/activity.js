// Opens the board within Discord: asks the Discord client for a code, and gives it to the server, which asks Discord whose it is.
// The client speaks by messages of the form `[opcode, payload]`.

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;

/** Discord's clients, and the page's own origin, from which an emulator may speak. */
const CLIENT_ORIGINS = [
  location.origin,
  "https://discord.com",
  "https://ptb.discord.com",
  "https://canary.discord.com",
];

/** The Activity's host begins with the id of the application. */
const clientId = location.hostname.split(".")[0];
const query = new URLSearchParams(location.search);

const post = (opcode, payload) => window.parent.postMessage([opcode, payload], document.referrer || "*");

/** Waits for a message of the Discord client. @param {(payload: any) => boolean} fits */
function waitFor(fits) {
  return new Promise((resolve, reject) => {
    function onMessage({ source, origin, data }) {
      if (source !== window.parent || !CLIENT_ORIGINS.includes(origin) || !Array.isArray(data)) return;
      const [opcode, payload] = data;
      const isRefused = opcode === CLOSE || (opcode === FRAME && payload.evt === "ERROR");
      if (!isRefused && !(opcode === FRAME && fits(payload))) return;
      removeEventListener("message", onMessage);
      if (isRefused) reject(new Error(payload.message ?? payload.data?.message));
      else resolve(payload.data);
    }
    addEventListener("message", onMessage);
  });
}

/** Shakes hands, and asks for a code that says who the user is. @returns {Promise<string>} */
async function authorize() {
  const ready = waitFor(({ cmd, evt }) => cmd === "DISPATCH" && evt === "READY");
  post(HANDSHAKE, { v: 1, encoding: "json", client_id: clientId, frame_id: query.get("frame_id") });
  await ready;
  const nonce = crypto.randomUUID();
  const authorized = waitFor((payload) => payload.nonce === nonce);
  const args = { client_id: clientId, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
  post(FRAME, { cmd: "AUTHORIZE", args, nonce });
  return (await authorized).code;
}

async function start() {
  const code = await authorize();
  const response = await fetch("activity/enter", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, instance: query.get("instance_id") }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  location.replace(answer.path);
}

start().catch((error) => {
  document.getElementById("gate-text").textContent = error.message;
});
