"""A bot written with Pycord: shorter than the one with discord.py, for what other libraries do in other ways. It answers
interactions with URL-encoded forms, and is ready only once it has the default sounds."""

import os
import traceback

import discord
from discord import ui

URL = os.environ["PORCH_URL"]
discord.http.Route.API_BASE_URL = f"{URL}/api/v10"

intents = discord.Intents.default()
intents.members = True
bot = discord.Bot(intents=intents)


async def pins(channel):
    message = await channel.send("pin me")
    await message.pin()
    pinned = [found async for found in channel.pins()]
    assert pinned[0].message.id == message.id, pinned
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
    await bot.wait_until_ready()
    guild = channel.guild
    everybody = [member async for member in guild.fetch_members(limit=None)]
    assert len(everybody) == 5, everybody
    found = await guild.search_members("be")
    assert [member.display_name for member in found] == ["Ben"], found
    await guild.chunk()
    assert len(guild.members) == 5, guild.members


ATTEMPTS = {"members": members, "pins": pins, "reactions": reactions}


class Panel(ui.View):
    @ui.button(label="Press", custom_id="press")
    async def press(self, _button, interaction):
        await interaction.response.edit_message(content="pressed")


@bot.slash_command(description="Shows a button")
async def panel(context):
    await context.respond("A panel", view=Panel())


@bot.slash_command(name="try", description="Tries something")
async def attempt(context, what: str):
    await context.defer()
    said = "ok"
    try:
        await ATTEMPTS[what](context.channel)
    except Exception:
        said = f"failed: {traceback.format_exc()[-1900:]}"
    await context.edit(content=said)


bot.run(os.environ["PORCH_TOKEN"])
