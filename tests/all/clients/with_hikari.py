"""A bot with hikari. It covers only the basics and where the library differs from discord.py."""

import os
import traceback

import hikari

URL = os.environ["PORCH_URL"]
bot = hikari.GatewayBot(
    token=os.environ["PORCH_TOKEN"],
    rest_url=f"{URL}/api/v10",
    intents=hikari.Intents.GUILDS | hikari.Intents.GUILD_MEMBERS | hikari.Intents.GUILD_MESSAGES,
    banner=None,
    logs="WARNING",
)


@bot.listen()
async def register_commands(_event: hikari.StartedEvent):
    me = await bot.rest.fetch_my_user()
    panel = bot.rest.slash_command_builder("panel", "Shows a button")
    attempt = bot.rest.slash_command_builder("try", "Runs an attempt")
    attempt.add_option(
        hikari.CommandOption(type=hikari.OptionType.STRING, name="what", description="What", is_required=True)
    )
    await bot.rest.set_application_commands(me.id, [panel, attempt])


async def members(interaction):
    fetched = [member async for member in bot.rest.fetch_members(interaction.guild_id)]
    assert len(fetched) == 5, fetched
    found = await bot.rest.search_members(interaction.guild_id, "be")
    assert [member.username for member in found] == ["ben"], found
    with bot.stream(hikari.MemberChunkEvent, timeout=10) as chunks:
        await bot.request_guild_members(interaction.guild_id, users=[found[0].id])
        async for event in chunks.limit(1):
            assert list(event.members) == [found[0].id], event


async def replies(interaction):
    first = await bot.rest.create_message(interaction.channel_id, "the first")
    reply = await first.respond("the second", reply=True)
    assert reply.referenced_message.content == "the first", reply.referenced_message


ATTEMPTS = {"members": members, "replies": replies}


@bot.listen()
async def handle_interaction(event: hikari.InteractionCreateEvent):
    interaction = event.interaction
    if isinstance(interaction, hikari.ComponentInteraction):
        assert interaction.message.components[0].id, interaction.message.components
        await interaction.create_initial_response(hikari.ResponseType.MESSAGE_UPDATE, "pressed")
        return
    if interaction.command_name == "panel":
        row = bot.rest.build_message_action_row()
        row.add_interactive_button(hikari.ButtonStyle.PRIMARY, "press", label="Press")
        await interaction.create_initial_response(hikari.ResponseType.MESSAGE_CREATE, "A panel", component=row)
        return
    await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
    result = "ok"
    try:
        await ATTEMPTS[interaction.options[0].value](interaction)
    except Exception:
        result = f"failed: {traceback.format_exc()[-1900:]}"
    await interaction.edit_initial_response(result)


bot.run(check_for_updates=False)
