"""What the bots written with disnake, nextcord and Pycord try: these libraries grew from discord.py and differ little."""

import traceback


async def pins(channel):
    message = await channel.send("pin me")
    await message.pin()
    pinned = channel.pins()
    pinned = [found async for found in pinned] if hasattr(pinned, "__aiter__") else await pinned
    # Pycord gives a pin, the others a message.
    assert getattr(pinned[0], "message", pinned[0]).id == message.id, pinned
    await message.unpin()


async def reactions(channel):
    first = await channel.send("react to me")
    await first.add_reaction("👍")
    reply = await first.reply("a reply")
    found = await channel.fetch_message(reply.id)
    assert found.reference.resolved.reactions[0].me, found.reference
    me = channel.guild.me.id
    assert [user.id async for user in found.reference.resolved.reactions[0].users()] == [me]
    await channel.delete_messages([first, reply])


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


ATTEMPTS = {"members": members, "pins": pins, "reactions": reactions}


async def outcome(what, channel):
    """Tries something. Returns "ok", or what went wrong."""
    try:
        await ATTEMPTS[what](channel)
    except Exception:
        return f"failed: {traceback.format_exc()[-1900:]}"
    return "ok"
