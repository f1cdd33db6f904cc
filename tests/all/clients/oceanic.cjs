// A bot with oceanic.js. It covers only the basics and where the library differs from discord.js.

const assert = require("node:assert/strict");
const { ApplicationCommandTypes, ButtonStyles, Client, ComponentTypes } = require("oceanic.js");

const client = new Client({
  auth: `Bot ${process.env.PORCH_TOKEN}`,
  gateway: { intents: ["GUILDS", "GUILD_MEMBERS", "GUILD_MESSAGES"] },
  rest: { baseURL: `${process.env.PORCH_URL}/api/v10` },
});

const attempts = {
  async replies(_, channel) {
    const { channels } = client.rest;
    const first = await channels.createMessage(channel, { content: "the first" });
    const reply = await channels.createMessage(channel, { content: "the second", messageReference: { messageID: first.id } });
    assert.equal(reply.referencedMessage.content, "the first");
  },
  async members(guild) {
    const all = await client.rest.guilds.getMembers(guild, { limit: 1000 });
    assert.equal(all.length, 5);
    const rest = await client.rest.guilds.getMembers(guild, { limit: 1000, after: all[0].id });
    assert.equal(rest.length, 4);
    const [ben] = await client.rest.guilds.searchMembers(guild, { query: "be", limit: 5 });
    assert.equal(ben.username, "ben");
  },
};

client.once("ready", async () => {
  const type = ApplicationCommandTypes.CHAT_INPUT;
  await client.application.bulkEditGlobalCommands([
    { type, name: "panel", description: "Shows a button" },
    { type, name: "try", description: "Runs an attempt", options: [{ type: 3, name: "what", description: "What" }] },
  ]);
});

client.on("interactionCreate", async (interaction) => {
  if (interaction.isComponentInteraction()) return interaction.editParent({ content: "pressed" });
  if (interaction.data.name === "panel") {
    const button = { type: ComponentTypes.BUTTON, style: ButtonStyles.PRIMARY, label: "Press", customID: "press" };
    const row = { type: ComponentTypes.ACTION_ROW, components: [button] };
    return interaction.createMessage({ content: "A panel", components: [row] });
  }
  await interaction.defer();
  let content = "ok";
  try {
    await attempts[interaction.data.options.getString("what", true)](interaction.guildID, interaction.channelID);
  } catch (error) {
    content = `failed: ${error.stack}`.slice(0, 1900);
  }
  await interaction.editOriginal({ content });
});

// The library reports a lost connection as an error, and then reconnects by itself.
client.on("error", (error) => console.log(String(error.message)));
client.connect();
