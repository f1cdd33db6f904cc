"""A bot with discord.py, written as its users would write it. The tests run it on the porch at PORCH_URL, with
PORCH_TOKEN. It asserts what only the library sees, and responds with what the tests compare."""

import base64
import io
import os
import traceback
from typing import Optional, Union

import discord
import yarl
from discord import app_commands, ui

URL = os.environ["PORCH_URL"]
discord.http.Route.BASE = f"{URL}/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(URL.replace("http", "ws", 1))

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Bot(discord.Client):
    def __init__(self):
        intents = discord.Intents.default()
        intents.members = True
        intents.message_content = True
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.tree.error(report_error)

    async def setup_hook(self):
        synced = await self.tree.sync()
        assert len(synced) == 9, synced

    async def on_ready(self):
        assert len(self.guilds) == 1 and self.guilds[0].text_channels, self.guilds

    async def on_message(self, message):
        if message.content == "ping":
            allowed = discord.AllowedMentions(users=[message.author], replied_user=True)
            await message.reply(f"pong {message.author.mention}", allowed_mentions=allowed)


async def report_error(interaction, error):
    text = "".join(traceback.format_exception(error))
    print(text, flush=True)
    send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    await send(f"failed: {text[-1900:]}")


bot = Bot()


@bot.tree.command(name="all", description="Echoes one option of each type")
async def take_all(
    interaction: discord.Interaction,
    text: Optional[str],
    whole: Optional[int],
    part: Optional[float],
    flag: Optional[bool],
    user: Optional[discord.Member],
    channel: Optional[discord.TextChannel],
    role: Optional[discord.Role],
    mention: Optional[Union[discord.Member, discord.Role]],
    file: Optional[discord.Attachment],
):
    kind = "role" if isinstance(mention, discord.Role) else "user"
    got = [
        text,
        whole,
        part,
        None if flag is None else str(flag).lower(),
        user and user.display_name,
        channel and channel.name,
        role and role.name,
        mention and f"{kind} {mention.id}",
        file and f"{file.filename} {(await file.read()).decode()}",
    ]
    await interaction.response.send_message(", ".join("-" if value is None else str(value) for value in got))


fruit = app_commands.Group(name="fruit", description="Has a subcommand with autocomplete")


@fruit.command(description="Echoes the name")
async def pick(interaction: discord.Interaction, name: str):
    await interaction.response.send_message(name)


@pick.autocomplete("name")
async def complete_name(_interaction: discord.Interaction, typed: str):
    known = [fruit for fruit in ["guava", "grape", "taro"] if fruit.startswith(typed)]
    return [app_commands.Choice(name=fruit.upper(), value=fruit) for fruit in known]


bot.tree.add_command(fruit)


@bot.tree.command(description="Defers its response")
async def slow(interaction: discord.Interaction):
    await interaction.response.defer()
    await interaction.edit_original_response(
        content="done", attachments=[discord.File(io.BytesIO(b"one"), filename="1.txt")]
    )
    fetched = await interaction.original_response()
    assert fetched.content == "done" and fetched.attachments[0].size == 3
    aside = await interaction.followup.send("aside", ephemeral=True, wait=True)
    assert aside.flags.ephemeral
    more = await interaction.followup.send("more", wait=True)
    await more.edit(content="even more")
    await aside.delete()


@bot.tree.command(description="Defers its response and deletes it")
async def gone(interaction: discord.Interaction):
    await interaction.response.defer(thinking=True)
    await interaction.delete_original_response()


async def report_cached(interaction, what):
    """Tells the test that the library has cached its message. A test that presses earlier would be ignored."""
    await interaction.followup.send(f"{what}: ready", ephemeral=True)


async def send_values(interaction, values):
    await interaction.response.send_message(" ".join(values), ephemeral=True)


class Roles(ui.View):
    @ui.select(cls=ui.RoleSelect, custom_id="RoleSelect")
    async def roles(self, interaction, select):
        await send_values(interaction, [role.name for role in select.values])


class Panel(ui.View):
    @ui.button(label="Press", custom_id="press", style=discord.ButtonStyle.primary)
    async def press(self, interaction, _button):
        await interaction.response.edit_message(content="pressed", embeds=[], view=Roles(timeout=None))
        await report_cached(interaction, "the roles")

    @ui.select(
        cls=ui.Select,
        custom_id="StringSelect",
        options=[discord.SelectOption(label="One", value="1"), discord.SelectOption(label="Two", value="2")],
    )
    async def text(self, interaction, select):
        await send_values(interaction, select.values)

    @ui.select(cls=ui.UserSelect, custom_id="UserSelect", max_values=2)
    async def users(self, interaction, select):
        await send_values(interaction, [user.display_name for user in select.values])

    @ui.select(cls=ui.MentionableSelect, custom_id="MentionableSelect")
    async def mentionable(self, interaction, select):
        await send_values(interaction, [str(value.id) for value in select.values])

    @ui.select(cls=ui.ChannelSelect, custom_id="ChannelSelect", channel_types=[discord.ChannelType.text])
    async def channel(self, interaction, select):
        await send_values(interaction, [channel.name for channel in select.values])


@bot.tree.command(description="Shows a button and menus")
async def panel(interaction: discord.Interaction):
    embed = discord.Embed(title="Choose", colour=0x336699).add_field(name="a", value="b")
    response = await interaction.response.send_message("A panel", embed=embed, view=Panel(timeout=None))
    rows = response.resource.components
    assert len(rows) == 5 and all(row.id and row.children[0].id for row in rows), rows
    await report_cached(interaction, "the panel")


class Form(ui.Modal, title="A form"):
    name = ui.Label(text="Name", component=ui.TextInput(custom_id="name"))
    size = ui.Label(
        text="Size",
        component=ui.Select(custom_id="size", options=[discord.SelectOption(label="Big", value="big")]),
    )
    friends = ui.Label(text="Friends", component=ui.UserSelect(custom_id="friends", max_values=2))
    where = ui.Label(text="Where", component=ui.ChannelSelect(custom_id="where"))
    picture = ui.Label(text="Picture", component=ui.FileUpload(custom_id="picture", required=False))

    async def on_submit(self, interaction):
        files = self.picture.component.values
        got = [
            self.name.component.value,
            " ".join(self.size.component.values),
            " ".join(user.display_name for user in self.friends.component.values),
            self.where.component.values[0].name,
            files[0].filename if files else "-",
        ]
        await interaction.response.send_message(", ".join(got))

    async def on_error(self, interaction, error):
        await report_error(interaction, error)


@bot.tree.command(description="Opens a form")
async def form(interaction: discord.Interaction):
    await interaction.response.send_modal(Form())
    await report_cached(interaction, "the form")


@bot.tree.context_menu(name="Greet")
async def greet(interaction: discord.Interaction, member: discord.Member):
    await interaction.response.send_message(f"Aloha {member.display_name}, true")


@bot.tree.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message):
    await interaction.response.send_message(f"> {message.content}")


@bot.tree.command(name="try", description="Runs an attempt")
async def attempt(interaction: discord.Interaction, what: str):
    await interaction.response.defer()
    await ATTEMPTS[what](interaction.channel, interaction)
    await interaction.edit_original_response(content="ok")


async def expect_error(request, code):
    try:
        await request
    except discord.HTTPException as error:
        assert error.code == code, error
    else:
        raise AssertionError(f"error {code} was expected")


async def threads(channel, _):
    thread = await channel.create_thread(name="a thread", type=discord.ChannelType.public_thread)
    await thread.send("inside")
    ana = (await channel.guild.query_members("An"))[0]
    await thread.add_user(ana)
    assert len(await thread.fetch_members()) == 2
    assert thread.id in [found.id for found in await channel.guild.active_threads()]
    grown = await (await channel.send("a seed")).create_thread(name="from a message")
    await grown.edit(archived=True)
    assert grown.id in [found.id async for found in channel.archived_threads()]
    await thread.delete()


async def members(channel, _):
    guild = channel.guild
    assert len(await guild.chunk()) == 5
    assert len([member async for member in guild.fetch_members(limit=None)]) == 5
    page = [member async for member in guild.fetch_members(limit=1)]
    assert len(page) == 1
    assert len([member async for member in guild.fetch_members(after=page[0])]) == 4
    found = await guild.query_members("ben")
    assert [member.display_name for member in found] == ["Ben"]
    by_id = await guild.query_members(user_ids=[found[0].id])
    assert [member.id for member in by_id] == [found[0].id]
    assert (await guild.fetch_member(found[0].id)).display_name == "Ben"


async def replies(channel, _):
    first = await channel.send("the first")
    reply = await first.reply("the second")
    assert reply.reference.message_id == first.id and reply.reference.guild_id == channel.guild.id
    fetched = await channel.fetch_message(reply.id)
    assert fetched.reference.resolved.content == "the first"
    assert fetched.type is discord.MessageType.reply


def one_pixel_file():
    return discord.File(io.BytesIO(PIXEL), filename="dot.png", description="A dot")


class Page(ui.LayoutView):
    def __init__(self, text, *items):
        super().__init__()
        self.add_item(ui.TextDisplay(text))
        for item in items:
            self.add_item(item)


async def pictures(channel, _):
    embed = discord.Embed(title="Look").set_image(url="attachment://dot.png")
    framed = await channel.send(embed=embed, file=one_pixel_file())
    assert framed.embeds[0].image.url.startswith("http")
    gallery = ui.MediaGallery(discord.MediaGalleryItem("attachment://dot.png"))
    second = await channel.send(view=Page("Hello", gallery), file=one_pixel_file())
    media = second.components[1].items[0].media
    assert media.url.startswith("http") and media.url.endswith("dot.png")
    assert (media.width, media.height) == (1, 1)
    edited = await second.edit(view=Page("Hello again"))
    assert edited.flags.components_v2 and edited.components[0].content == "Hello again"


async def errors(channel, _):
    await expect_error(channel.send(""), 50006)
    await expect_error(channel.fetch_message(1), 10008)
    await expect_error(channel.send("x" * 2001), 50035)
    await expect_error(bot.fetch_user(1), 10013)
    application = await bot.application_info()
    assert application.id == bot.user.id


async def direct_messages(_, interaction):
    message = await interaction.user.send("just for you")
    assert message.channel.type is discord.ChannelType.private
    await message.edit(content="only for you")
    await message.delete()


ATTEMPTS = {
    attempt.__name__: attempt
    for attempt in [threads, members, replies, pictures, errors, direct_messages]
}

bot.run(os.environ["PORCH_TOKEN"])
