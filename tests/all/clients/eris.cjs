// A bot with Eris. It covers only the basics and where the library differs from discord.js. Eris supports only
// HTTPS, so its agent claims to be HTTPS and connects without encryption.

const assert = require("node:assert/strict");
const http = require("node:http");
const Eris = require("eris");

const { ApplicationCommandTypes, ButtonStyles, ComponentTypes } = Eris.Constants;
const porch = new URL(process.env.PORCH_URL);
const agent = Object.assign(new http.Agent({ keepAlive: true }), { protocol: "https:", defaultPort: Number(porch.port) });

const client = new Eris.Client(`Bot ${process.env.PORCH_TOKEN}`, {
  intents: ["guilds", "guildMembers", "guildMessages"],
  rest: { domain: porch.hostname, baseURL: "/api/v10", agent },
  restMode: true,
});

const attempts = {
  async replies(_, channel) {
    const first = await client.createMessage(channel, "the first");
    const reply = await client.createMessage(channel, { content: "the second", messageReference: { messageID: first.id } });
    assert.equal(reply.referencedMessage.content, "the first");
  },
  async members(guild) {
    const all = await client.getRESTGuildMembers(guild, { limit: 1000 });
    assert.equal(all.length, 5);
    const fetched = await client.guilds.get(guild).fetchMembers();
    assert.equal(fetched.length, 5);
    const [ben] = await client.searchGuildMembers(guild, "be", 5);
    assert.equal(ben.username, "ben");
  },
};

client.once("ready", async () => {
  const type = ApplicationCommandTypes.CHAT_INPUT;
  await client.bulkEditCommands([
    { type, name: "panel", description: "Shows a button" },
    { type, name: "try", description: "Runs an attempt", options: [{ type: 3, name: "what", description: "What" }] },
  ]);
});

client.on("interactionCreate", async (interaction) => {
  if (interaction instanceof Eris.ComponentInteraction) return interaction.editParent({ content: "pressed" });
  if (interaction.data.name === "panel") {
    const button = { type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: "Press", custom_id: "press" };
    const row = { type: ComponentTypes.ACTION_ROW, components: [button] };
    return interaction.createMessage({ content: "A panel", components: [row] });
  }
  await interaction.defer();
  let content = "ok";
  try {
    await attempts[interaction.data.options[0].value](interaction.guildID, interaction.channel.id);
  } catch (error) {
    content = `failed: ${error.stack}`.slice(0, 1900);
  }
  await interaction.editOriginalMessage({ content });
});

// The library reports a lost connection as an error, and then reconnects by itself.
client.on("error", (error) => console.log(String(error.message)));
client.connect();
