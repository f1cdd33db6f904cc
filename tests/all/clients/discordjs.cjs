// A bot with discord.js, written as its users would write it. The tests run it on the porch at PORCH_URL, with
// PORCH_TOKEN. It asserts what only the library sees, and responds with what the tests compare.

const assert = require("node:assert/strict");
const {
  ApplicationCommandOptionType: Option,
  ApplicationCommandType: CommandType,
  AttachmentBuilder,
  ButtonStyle,
  ChannelType,
  Client,
  ComponentType: Component,
  EmbedBuilder,
  GatewayIntentBits: Intent,
  MessageFlags,
  MessageReferenceType,
  TextInputStyle,
} = require("discord.js");

const client = new Client({
  intents: [
    Intent.Guilds,
    Intent.GuildMembers,
    Intent.GuildMessages,
    Intent.DirectMessages,
    Intent.MessageContent,
  ],
  rest: { api: `${process.env.PORCH_URL}/api` },
  allowedMentions: { parse: [] },
});

const option = (type, name, more = {}) => ({ type, name, description: `The ${name}`, ...more });

const row = (component) => ({ type: Component.ActionRow, components: [component] });
const menu = (name, more = {}) => row({ type: Component[name], customId: name, ...more });

const commands = [
  {
    name: "all",
    description: "Echoes one option of each type",
    options: [
      option(Option.String, "text"),
      option(Option.Integer, "whole"),
      option(Option.Number, "part"),
      option(Option.Boolean, "flag"),
      option(Option.User, "user"),
      option(Option.Channel, "channel", { channel_types: [ChannelType.GuildText] }),
      option(Option.Role, "role"),
      option(Option.Mentionable, "mention"),
      option(Option.Attachment, "file"),
    ],
  },
  {
    name: "fruit",
    description: "Has a subcommand with autocomplete",
    options: [
      option(Option.Subcommand, "pick", {
        options: [option(Option.String, "name", { required: true, autocomplete: true })],
      }),
    ],
  },
  { name: "slow", description: "Defers its response" },
  { name: "gone", description: "Defers its response and deletes it" },
  { name: "panel", description: "Shows a button and menus" },
  { name: "form", description: "Opens a form" },
  { name: "try", description: "Runs an attempt", options: [option(Option.String, "what", { required: true })] },
  { name: "Greet", type: CommandType.User },
  { name: "Quote", type: CommandType.Message },
];

client.once("clientReady", async () => {
  assert.equal(client.guilds.cache.size, 1);
  assert.ok(client.guilds.cache.first().channels.cache.size > 0);
  const registered = await client.application.commands.set(commands);
  assert.equal(registered.size, commands.length);
});

client.on("interactionCreate", async (interaction) => {
  try {
    await handle(interaction);
  } catch (error) {
    console.error(error);
    const failure = { content: `failed: ${error.stack}`.slice(0, 1900) };
    await (interaction.replied || interaction.deferred ? interaction.followUp(failure) : interaction.reply(failure));
  }
});

async function handle(interaction) {
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    const known = ["guava", "grape", "taro"].filter((fruit) => fruit.startsWith(typed));
    return interaction.respond(known.map((fruit) => ({ name: fruit.toUpperCase(), value: fruit })));
  }
  if (interaction.isUserContextMenuCommand()) {
    return interaction.reply(`Aloha ${interaction.targetUser.globalName}, ${Boolean(interaction.targetMember)}`);
  }
  if (interaction.isMessageContextMenuCommand()) return interaction.reply(`> ${interaction.targetMessage.content}`);
  if (interaction.isModalSubmit()) return answerForm(interaction);
  if (interaction.isButton()) {
    await interaction.update({ content: "pressed", embeds: [], components: [menu("RoleSelect")] });
    return reportCached(interaction, "the roles");
  }
  if (interaction.isAnySelectMenu()) return answerMenu(interaction);
  return commandHandlers[interaction.commandName](interaction);
}

const commandHandlers = {
  async all(interaction) {
    const { options } = interaction;
    const file = options.getAttachment("file");
    const mention = options.getMentionable("mention");
    const got = [
      options.getString("text"),
      options.getInteger("whole"),
      options.getNumber("part"),
      options.getBoolean("flag"),
      options.getUser("user")?.globalName,
      options.getChannel("channel")?.name,
      options.getRole("role")?.name,
      mention && `${mention.constructor.name === "Role" ? "role" : "user"} ${mention.id}`,
      file && `${file.name} ${await (await fetch(file.url)).text()}`,
    ];
    await interaction.reply(got.map((value) => value ?? "-").join(", "));
  },
  async fruit(interaction) {
    assert.equal(interaction.options.getSubcommand(), "pick");
    await interaction.reply(interaction.options.getString("name"));
  },
  async slow(interaction) {
    await interaction.deferReply();
    await interaction.editReply({ content: "done", files: [new AttachmentBuilder(Buffer.from("one"), { name: "1.txt" })] });
    const fetched = await interaction.fetchReply();
    assert.equal(fetched.content, "done");
    assert.equal(fetched.attachments.first().size, 3);
    const aside = await interaction.followUp({ content: "aside", flags: MessageFlags.Ephemeral });
    assert.ok(aside.flags.has(MessageFlags.Ephemeral));
    const more = await interaction.followUp("more");
    await interaction.webhook.editMessage(more, "even more");
    await interaction.deleteReply(aside);
  },
  async gone(interaction) {
    await interaction.deferReply();
    await interaction.deleteReply();
  },
  async panel(interaction) {
    const { resource } = await interaction.reply({
      content: "A panel",
      embeds: [new EmbedBuilder().setTitle("Choose").setColor(0x336699).addFields({ name: "a", value: "b" })],
      components: [
        row({ type: Component.Button, style: ButtonStyle.Primary, label: "Press", customId: "press" }),
        menu("StringSelect", { options: [{ label: "One", value: "1" }, { label: "Two", value: "2" }] }),
        menu("UserSelect", { maxValues: 2 }),
        menu("MentionableSelect"),
        menu("ChannelSelect", { channelTypes: [ChannelType.GuildText] }),
      ],
      withResponse: true,
    });
    assert.equal(resource.message.components.length, 5);
    assert.ok(resource.message.components.every((row) => row.id > 0 && row.components[0].id > 0));
    await reportCached(interaction, "the panel");
  },
  async form(interaction) {
    const label = (text, component) => ({ type: Component.Label, label: text, component });
    await interaction.showModal({
      customId: "form",
      title: "A form",
      components: [
        label("Name", { type: Component.TextInput, customId: "name", style: TextInputStyle.Short }),
        label("Size", { type: Component.StringSelect, customId: "size", options: [{ label: "Big", value: "big" }] }),
        label("Friends", { type: Component.UserSelect, customId: "friends", maxValues: 2 }),
        label("Where", { type: Component.ChannelSelect, customId: "where" }),
        label("Picture", { type: Component.FileUpload, customId: "picture", required: false }),
      ],
    });
    await reportCached(interaction, "the form");
  },
  async try(interaction) {
    await interaction.deferReply();
    await attempts[interaction.options.getString("what")](interaction.channel, interaction);
    await interaction.editReply("ok");
  },
};

/** Tells the test that the library has cached its message. A test that presses earlier would be ignored. */
const reportCached = (interaction, what) =>
  interaction.followUp({ content: `${what}: ready`, flags: MessageFlags.Ephemeral });

async function answerForm(interaction) {
  const { fields } = interaction;
  const got = [
    fields.getTextInputValue("name"),
    fields.getStringSelectValues("size").join(" "),
    fields.getSelectedUsers("friends", true).map((user) => user.globalName).join(" "),
    fields.getSelectedChannels("where", true).first().name,
    fields.getUploadedFiles("picture")?.first().name,
  ];
  await interaction.reply(got.map((value) => value ?? "-").join(", "));
}

async function answerMenu(interaction) {
  const namesByType = {
    [Component.StringSelect]: () => interaction.values,
    [Component.UserSelect]: () => interaction.users.map((user) => user.globalName),
    [Component.RoleSelect]: () => interaction.roles.map((role) => role.name),
    [Component.MentionableSelect]: () =>
      [...interaction.users.values(), ...interaction.roles.values()].map((target) => target.id),
    [Component.ChannelSelect]: () => interaction.channels.map((channel) => channel.name),
  };
  const content = namesByType[interaction.componentType]().join(" ");
  await interaction.reply({ content, flags: MessageFlags.Ephemeral });
}

const attempts = {
  async threads(channel) {
    const thread = await channel.threads.create({ name: "a thread", type: ChannelType.PublicThread });
    await thread.send("inside");
    const ana = (await channel.guild.members.search({ query: "an" })).first();
    await thread.members.add(ana.id);
    assert.equal((await thread.members.fetch()).size, 2);
    const active = await channel.guild.channels.fetchActiveThreads();
    assert.ok(active.threads.has(thread.id));
    const grown = await (await channel.send("a seed")).startThread({ name: "from a message" });
    await grown.setArchived(true);
    const archived = await channel.threads.fetchArchived();
    assert.ok(archived.threads.has(grown.id));
    await thread.delete();
  },
  async members(channel) {
    const { guild } = channel;
    assert.equal((await guild.members.fetch()).size, 5);
    const [first, ...others] = await guild.members.list({ limit: 1 }).then((page) => [...page.keys()]);
    assert.equal(others.length, 0);
    const rest = await guild.members.list({ limit: 1000, after: first });
    assert.equal(rest.size, 4);
    const found = await guild.members.search({ query: "ben" });
    assert.deepEqual(found.map((member) => member.displayName), ["Ben"]);
    const one = await guild.members.fetch({ user: [found.firstKey()], force: true });
    assert.equal(one.size, 1);
  },
  async replies(channel) {
    const first = await channel.send("the first");
    const reply = await first.reply("the second");
    assert.equal(reply.reference.messageId, first.id);
    assert.equal(reply.reference.type, MessageReferenceType.Default);
    assert.equal((await reply.fetchReference()).content, "the first");
    assert.equal(reply.mentions.repliedUser?.id, client.user.id);
  },
  async pictures(channel) {
    const picture = new AttachmentBuilder(Buffer.from(PIXEL, "base64"), { name: "dot.png", description: "A dot" });
    const framed = await channel.send({
      embeds: [new EmbedBuilder().setTitle("Look").setImage("attachment://dot.png")],
      files: [picture],
    });
    assert.match(framed.embeds[0].image.url, /^http/);
    const text = (content) => ({ type: Component.TextDisplay, content });
    const gallery = { type: Component.MediaGallery, items: [{ media: { url: "attachment://dot.png" } }] };
    const second = await channel.send({ flags: MessageFlags.IsComponentsV2, components: [text("Hello"), gallery], files: [picture] });
    const [item] = second.components[1].items;
    assert.match(item.media.url, /^http.*dot\.png$/);
    assert.deepEqual([item.media.data.width, item.media.data.height], [1, 1]);
    const edited = await second.edit({ components: [text("Hello again")] });
    assert.ok(edited.flags.has(MessageFlags.IsComponentsV2));
    assert.equal(edited.components[0].content, "Hello again");
  },
  async errors(channel) {
    await assert.rejects(channel.send(""), { code: 50006 });
    await assert.rejects(channel.messages.fetch("1"), { code: 10008 });
    await assert.rejects(channel.send("x".repeat(2001)), { code: 50035 });
    await assert.rejects(client.users.fetch("1"), { code: 10013 });
    const application = await client.application.fetch();
    assert.equal(application.id, client.user.id);
  },
  async direct_messages(_, interaction) {
    const message = await interaction.user.send("just for you");
    assert.equal(message.channel.type, ChannelType.DM);
    await message.edit("only for you");
    await message.delete();
  },
};

/** A PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

client.on("messageCreate", async (message) => {
  if (message.content !== "ping") return;
  await message.reply({ content: `pong <@${message.author.id}>`, allowedMentions: { users: [message.author.id] } });
});

client.on("error", (error) => console.error(error));
client.login(process.env.PORCH_TOKEN);
