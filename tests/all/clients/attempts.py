"""Attempts for disnake, nextcord and Pycord, which are forks of discord.py with almost the same API."""

import traceback


async def replies(channel):
    first = await channel.send("the first")
    reply = await first.reply("the second")
    found = await channel.fetch_message(reply.id)
    assert found.reference.resolved.content == "the first", found.reference


async def members(channel):
    guild = channel.guild
    fetched = [member async for member in guild.fetch_members(limit=None)]
    assert len(fetched) == 5, fetched
    # nextcord can search members only through the gateway.
    search = getattr(guild, "search_members", None) or guild.query_members
    found = await search("be")
    assert [member.name for member in found] == ["ben"], found
    await guild.chunk()
    assert len(guild.members) == 5, guild.members


ATTEMPTS = {"members": members, "replies": replies}


async def run_attempt(name, channel):
    """Returns "ok", or the traceback of the failure."""
    try:
        await ATTEMPTS[name](channel)
    except Exception:
        return f"failed: {traceback.format_exc()[-1900:]}"
    return "ok"
