"""A bot written with Pycord: shorter than the one with discord.py, for what other libraries do in other ways. It answers
interactions with URL-encoded forms, and is ready only once it has the default sounds."""

import os

import discord
from attempts import outcome
from discord import ui

discord.http.Route.API_BASE_URL = f"{os.environ['PORCH_URL']}/api/v10"

intents = discord.Intents.default()
intents.members = True
bot = discord.Bot(intents=intents)


class Panel(ui.View):
    @ui.button(label="Press", custom_id="press")
    async def press(self, _button, interaction):
        await interaction.response.edit_message(content="pressed")


@bot.slash_command(description="Shows a button")
async def panel(context):
    view = Panel(timeout=None)
    # Otherwise a press that arrives before the answer to this request finds no view and is dropped.
    bot.add_view(view)
    await context.respond("A panel", view=view)


@bot.slash_command(name="try", description="Tries something")
async def attempt(context, what: str):
    await context.defer()
    await bot.wait_until_ready()
    await context.edit(content=await outcome(what, context.channel))


bot.run(os.environ["PORCH_TOKEN"])
