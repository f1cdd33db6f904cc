"""What the bots written with disnake, nextcord and Pycord try: these libraries grew from discord.py and differ little."""

import traceback


async def replies(channel):
    first = await channel.send("the first")
    reply = await first.reply("the second")
    found = await channel.fetch_message(reply.id)
    assert found.reference.resolved.content == "the first", found.reference


async def members(channel):
    guild = channel.guild
    everybody = [member async for member in guild.fetch_members(limit=None)]
    assert len(everybody) == 5, everybody
    # nextcord only asks the gateway.
    search = getattr(guild, "search_members", None) or guild.query_members
    found = await search("be")
    assert [member.name for member in found] == ["ben"], found
    await guild.chunk()
    assert len(guild.members) == 5, guild.members


ATTEMPTS = {"members": members, "replies": replies}


async def outcome(what, channel):
    """Tries something. Returns "ok", or what went wrong."""
    try:
        await ATTEMPTS[what](channel)
    except Exception:
        return f"failed: {traceback.format_exc()[-1900:]}"
    return "ok"
