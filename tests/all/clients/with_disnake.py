"""A bot with disnake. It covers only where the library differs from discord.py."""

import os

import disnake
from attempts import run_attempt
from disnake.ext import commands

disnake.http.Route.BASE = f"{os.environ['PORCH_URL']}/api/v10"

intents = disnake.Intents.default()
intents.members = True
bot = commands.InteractionBot(intents=intents)


@bot.slash_command(description="Shows a button")
async def panel(interaction):
    await interaction.response.send_message("A panel", components=disnake.ui.Button(label="Press", custom_id="press"))


@bot.slash_command(name="try", description="Runs an attempt")
async def attempt(interaction, what: str):
    await interaction.response.defer()
    await interaction.edit_original_response(await run_attempt(what, interaction.channel))


@bot.listen()
async def on_button_click(interaction):
    await interaction.response.edit_message("pressed")


bot.run(os.environ["PORCH_TOKEN"])
