"""A bot written with disnake: shorter than the one with discord.py, for what other libraries do in other ways."""

import os

import disnake
from attempts import outcome
from disnake.ext import commands

disnake.http.Route.BASE = f"{os.environ['PORCH_URL']}/api/v10"

intents = disnake.Intents.default()
intents.members = True
bot = commands.InteractionBot(intents=intents)


@bot.slash_command(description="Shows a button")
async def panel(interaction):
    await interaction.response.send_message("A panel", components=disnake.ui.Button(label="Press", custom_id="press"))


@bot.slash_command(name="try", description="Tries something")
async def attempt(interaction, what: str):
    await interaction.response.defer()
    await interaction.edit_original_response(await outcome(what, interaction.channel))


@bot.listen()
async def on_button_click(interaction):
    await interaction.response.edit_message("pressed")


bot.run(os.environ["PORCH_TOKEN"])
