// A small Activity, which reports to its server what the SDK returns.

import { DiscordSDK, Events } from "/sdk/index.mjs";

const post = (path, body) =>
  fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

let name = null;
const report = (step, value) => post("/.proxy/report", { name, step, value });
const namesOf = ({ participants }) => participants.map((participant) => participant.global_name);

async function run() {
  const [clientId] = location.hostname.split(".");
  const sdk = new DiscordSDK(clientId);
  await sdk.ready();

  const scope = ["identify"];
  const request = { client_id: clientId, response_type: "code", state: "", prompt: "none", scope };
  const { code } = await sdk.commands.authorize(request);
  const { access_token } = await (await post("/api/token", { code })).json();
  const { user, scopes } = await sdk.commands.authenticate({ access_token });
  name = user.global_name;
  await report("authenticated", { scopes, inline: Boolean(window.inlineRan) });

  // The response with the token set a cookie, by which the server identifies the user.
  await report("me", await (await fetch("/api/me")).json());
  const { instanceId, channelId, guildId, platform } = sdk;
  await report("place", { instanceId, channelId, guildId, platform });

  await sdk.subscribe(Events.ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE, (update) =>
    report("participants", namesOf(update)),
  );
  await report("participants", namesOf(await sdk.commands.getInstanceConnectedParticipants()));
  await sdk.commands.getChannel({ channel_id: channelId }).catch(({ code }) => report("unknown command", code));
  await sdk.commands.authorize({ ...request, scope: ["email"] }).catch(({ code }) => report("unknown scope", code));
  console.log("The SDK forwards this line to the client.");

  document.querySelector("button").addEventListener("click", async () => {
    const { link } = await (await fetch("/api/link")).json();
    await report("link", await sdk.commands.openExternalLink({ url: link }));
  });
  await report("done", null);
}

run().catch((error) => report("failed", String(error?.stack ?? JSON.stringify(error))));
