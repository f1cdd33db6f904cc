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


async def members(guild):
    everybody = [member async for member in guild.fetch_members(limit=None)]
    assert len(everybody) == 5, everybody
    found = await guild.search_members("be")
    assert [member.display_name for member in found] == ["Ben"], found
    assert len(await guild.chunk()) == 5
    by_id = await guild.get_or_fetch_members([found[0].id])
    assert [member.id for member in by_id] == [found[0].id], by_id


ATTEMPTS = {"members": members}


@bot.slash_command(description="Shows a button")
async def panel(interaction):
    await interaction.response.send_message("A panel", components=disnake.ui.Button(label="Press", custom_id="press"))


@bot.slash_command(name="try", description="Tries something")
async def attempt(interaction, what: str):
    await interaction.response.defer()
    said = "ok"
    try:
        await ATTEMPTS[what](interaction.guild)
    except Exception:
        said = f"failed: {traceback.format_exc()[-1900:]}"
    await interaction.edit_original_response(said)


@bot.listen()
async def on_button_click(interaction):
    await interaction.response.edit_message("pressed")


bot.run(os.environ["PORCH_TOKEN"])
