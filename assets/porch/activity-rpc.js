// The protocol of the SDK for Activities, as Discord's client speaks it: messages of the form `[opcode, payload]`.

import * as people from "./people.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;

const INVALID_CLIENT_ID = 4000;
const INVALID_VERSION = 4004;
const INVALID_ENCODING = 4005;

/** Discord's codes of errors that answer a command. */
const ERRORS = {
  invalidPayload: 4000,
  invalidCommand: 4002,
  invalidEvent: 4004,
  invalidToken: 4009,
  oauth2: 5000,
};

const PARTICIPANTS_UPDATE = "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE";

/** An error that answers a command. */
class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The connection to the Activity in one frame. */
export class ActivityConnection {
  /**
   * @param {any} activity the frame as the porch describes it
   * @param {{post: (message: any[]) => void, close: () => void, locale: string}} client
   */
  constructor(activity, client) {
    this.activity = activity;
    this.client = client;
    this.isReady = false;
    this.subscriptions = new Set();
  }

  /** Handles a message of the Activity. */
  receive(message) {
    if (!Array.isArray(message)) return;
    const [opcode, payload] = message;
    if (opcode === HANDSHAKE) this.shakeHands(payload ?? {});
    else if (opcode === CLOSE) this.client.close();
    else if (opcode === FRAME && this.isReady) this.answer(payload ?? {});
  }

  shakeHands({ v, encoding = "json", client_id }) {
    if (client_id !== this.activity.application) return this.refuse(INVALID_CLIENT_ID, "Invalid Client ID");
    if (v !== 1) return this.refuse(INVALID_VERSION, "Invalid Version");
    if (encoding !== "json") return this.refuse(INVALID_ENCODING, "Invalid Encoding");
    this.isReady = true;
    const config = {
      cdn_host: location.host,
      api_endpoint: `//${location.host}/api`,
      environment: "production",
    };
    this.dispatch("READY", { v: 1, config });
  }

  refuse(code, message) {
    this.client.post([CLOSE, { code, message }]);
  }

  dispatch(evt, data) {
    this.client.post([FRAME, { cmd: "DISPATCH", evt, data, nonce: null }]);
  }

  async answer({ cmd, args, evt, nonce }) {
    const reply = { cmd, evt: null, nonce: nonce ?? null };
    try {
      this.client.post([FRAME, { ...reply, data: await this.run(cmd, args ?? {}, evt) }]);
    } catch (error) {
      const code = error instanceof RpcError ? error.code : ERRORS.invalidPayload;
      this.client.post([FRAME, { ...reply, evt: "ERROR", data: { code, message: error.message } }]);
    }
  }

  /** Runs a command and returns its result. */
  async run(cmd, args, evt) {
    const { frame } = this.activity;
    switch (cmd) {
      case "SUBSCRIBE":
      case "UNSUBSCRIBE":
        return this.subscribe(cmd === "SUBSCRIBE", evt);
      case "AUTHORIZE":
        return failWith(ERRORS.oauth2, people.authorizeActivity(frame, args.client_id, scopesOf(args)));
      case "AUTHENTICATE":
        return failWith(ERRORS.invalidToken, people.authenticateActivity(frame, args.access_token ?? ""));
      case "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS":
        return { participants: this.activity.participants };
      case "OPEN_EXTERNAL_LINK":
        return openLink(args.url);
      case "USER_SETTINGS_GET_LOCALE":
        return { locale: this.client.locale };
      case "CAPTURE_LOG":
        return null;
      default:
        throw new RpcError(ERRORS.invalidCommand, `Invalid command: ${cmd}`);
    }
  }

  subscribe(begins, evt) {
    if (evt !== PARTICIPANTS_UPDATE) throw new RpcError(ERRORS.invalidEvent, `Invalid event: ${evt}`);
    if (begins) this.subscriptions.add(evt);
    else this.subscriptions.delete(evt);
    return { evt };
  }

  /** Tells the Activity who has it open, unless it already knows. */
  updateParticipants(participants) {
    if (JSON.stringify(participants) === JSON.stringify(this.activity.participants)) return;
    this.activity.participants = participants;
    if (this.subscriptions.has(PARTICIPANTS_UPDATE)) this.dispatch(PARTICIPANTS_UPDATE, { participants });
  }
}

/** The SDK sends a list, others a text with spaces. */
const scopesOf = ({ scope = [] }) => (Array.isArray(scope) ? scope : String(scope).split(" "));

async function failWith(code, result) {
  try {
    return await result;
  } catch (error) {
    throw new RpcError(code, error.message);
  }
}

function openLink(url) {
  if (!/^https?:\/\//.test(url)) throw new RpcError(ERRORS.invalidPayload, "Invalid url");
  // The browser doesn't say whether it opened the tab, because the new page must not know this one.
  window.open(url, "_blank", "noopener,noreferrer");
  return { opened: true };
}
