"""A bot with nextcord. It covers only where the library differs from discord.py."""

import os

import nextcord
from attempts import run_attempt
from nextcord import ui
from nextcord.ext import commands

nextcord.http.Route.BASE = f"{os.environ['PORCH_URL']}/api/v10"

intents = nextcord.Intents.default()
intents.members = True
bot = commands.Bot(intents=intents)


class Panel(ui.View):
    @ui.button(label="Press", custom_id="press")
    async def press(self, _button, interaction):
        await interaction.response.edit_message(content="pressed")


@bot.slash_command(description="Shows a button")
async def panel(interaction: nextcord.Interaction):
    view = Panel(timeout=None)
    # Otherwise nextcord drops a press that arrives before the response to the request below.
    bot.add_view(view)
    await interaction.response.send_message("A panel", view=view)


@bot.slash_command(name="try", description="Runs an attempt")
async def attempt(interaction: nextcord.Interaction, what: str):
    await interaction.response.defer()
    await interaction.edit_original_message(content=await run_attempt(what, interaction.channel))


bot.run(os.environ["PORCH_TOKEN"])
