"""A bot written with nextcord: shorter than the one with discord.py, for what other libraries do in other ways."""

import os
import traceback

import nextcord
from nextcord import ui
from nextcord.ext import commands

URL = os.environ["PORCH_URL"]
nextcord.http.Route.BASE = f"{URL}/api/v10"

intents = nextcord.Intents.default()
intents.members = True
bot = commands.Bot(intents=intents)


async def pins(channel):
    message = await channel.send("pin me")
    await message.pin()
    pinned = await channel.pins()
    assert pinned[0].id == message.id, pinned
    await message.unpin()


async def reactions(channel):
    first = await channel.send("react to me")
    await first.add_reaction("👍")
    reply = await first.reply("a reply")
    found = await channel.fetch_message(reply.id)
    assert found.reference.resolved.reactions[0].me, found.reference
    assert [user.id async for user in found.reference.resolved.reactions[0].users()] == [bot.user.id]
    await channel.delete_messages([first, reply])


async def members(channel):
    guild = channel.guild
    everybody = [member async for member in guild.fetch_members(limit=None)]
    assert len(everybody) == 5, everybody
    found = await guild.query_members("be")
    assert [member.global_name for member in found] == ["Ben"], found
    await guild.chunk()
    assert len(guild.members) == 5, guild.members


ATTEMPTS = {"members": members, "pins": pins, "reactions": reactions}


class Panel(ui.View):
    @ui.button(label="Press", custom_id="press")
    async def press(self, _button, interaction):
        await interaction.response.edit_message(content="pressed")


@bot.slash_command(description="Shows a button")
async def panel(interaction: nextcord.Interaction):
    await interaction.response.send_message("A panel", view=Panel())


@bot.slash_command(name="try", description="Tries something")
async def attempt(interaction: nextcord.Interaction, what: str):
    await interaction.response.defer()
    said = "ok"
    try:
        await ATTEMPTS[what](interaction.channel)
    except Exception:
        said = f"failed: {traceback.format_exc()[-1900:]}"
    await interaction.edit_original_message(content=said)


bot.run(os.environ["PORCH_TOKEN"])
