"""A bot written with disnake: shorter than the one with discord.py, for what other libraries do in other ways."""

import os
import traceback

import disnake
from disnake.ext import commands

URL = os.environ["PORCH_URL"]
disnake.http.Route.BASE = f"{URL}/api/v10"

intents = disnake.Intents.default()
intents.members = True
bot = commands.InteractionBot(intents=intents)


async def pins(channel):
    message = await channel.send("pin me")
    await message.pin()
    pinned = [found async for found in channel.pins()]
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
    found = await guild.search_members("be")
    assert [member.display_name for member in found] == ["Ben"], found
    assert len(await guild.chunk()) == 5
    by_id = await guild.get_or_fetch_members([found[0].id])
    assert [member.id for member in by_id] == [found[0].id], by_id


ATTEMPTS = {"members": members, "pins": pins, "reactions": reactions}


@bot.slash_command(description="Shows a button")
async def panel(interaction):
    await interaction.response.send_message("A panel", components=disnake.ui.Button(label="Press", custom_id="press"))


@bot.slash_command(name="try", description="Tries something")
async def attempt(interaction, what: str):
    await interaction.response.defer()
    said = "ok"
    try:
        await ATTEMPTS[what](interaction.channel)
    except Exception:
        said = f"failed: {traceback.format_exc()[-1900:]}"
    await interaction.edit_original_response(said)


@bot.listen()
async def on_button_click(interaction):
    await interaction.response.edit_message("pressed")


bot.run(os.environ["PORCH_TOKEN"])
