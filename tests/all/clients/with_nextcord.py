"""A bot written with nextcord: shorter than the one with discord.py, for what other libraries do in other ways."""

import os

import nextcord
from attempts import outcome
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
    # Otherwise a press that arrives before the answer to this request finds no view and is dropped.
    bot.add_view(view)
    await interaction.response.send_message("A panel", view=view)


@bot.slash_command(name="try", description="Tries something")
async def attempt(interaction: nextcord.Interaction, what: str):
    await interaction.response.defer()
    await interaction.edit_original_message(content=await outcome(what, interaction.channel))


bot.run(os.environ["PORCH_TOKEN"])
