"""A bot with Pycord. It covers only where the library differs from discord.py: it responds to interactions with
URL-encoded forms, and is ready only after it has fetched the default soundboard sounds."""

import os

import discord
from attempts import run_attempt
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
    # Otherwise Pycord drops a press that arrives before the response to the request below.
    bot.add_view(view)
    await context.respond("A panel", view=view)


@bot.slash_command(name="try", description="Runs an attempt")
async def attempt(context, what: str):
    await context.defer()
    await bot.wait_until_ready()
    await context.edit(content=await run_attempt(what, context.channel))


bot.run(os.environ["PORCH_TOKEN"])
