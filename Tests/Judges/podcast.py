"""Reads a feed as podcast apps do, and prints a line for each episode; anything that a strict reader complains of fails.

Usage: podcast.py FEED
"""
import sys
from email.utils import parsedate_to_datetime

import feedparser

feed = feedparser.parse(sys.argv[1])
assert not feed.bozo, feed.get("bozo_exception")
channel = feed.feed
assert channel.title and channel.description and channel.language and channel.link and channel.image.href
assert [tag.term for tag in channel.tags] == ["Health & Fitness", "Fitness"] and channel.itunes_type == "serial"
dates = [parsedate_to_datetime(entry.published) for entry in feed.entries]
assert dates == sorted(set(dates)), "the dates are not those of a series"
assert all(f"{date:%a, %d %b %Y %H:%M:%S} GMT" == entry.published for date, entry in zip(dates, feed.entries))
assert len({entry.id for entry in feed.entries}) == len(feed.entries) and not any(e.guidislink for e in feed.entries)
print("|".join([channel.title, channel.language, channel.author] + [e.href for e in channel.links if e.rel == "self"]))
for entry in feed.entries:
    (sound,) = entry.enclosures
    fields = [
        entry.itunes_season, entry.itunes_episode, entry.title, entry.summary, sound.href, sound.length, sound.type,
        entry.itunes_duration, entry.image.href, entry.podcast_chapters["url"], entry.podcast_chapters["type"],
        entry.podcast_transcript["url"], entry.podcast_transcript["type"], entry.published, entry.id,
    ]
    print("|".join(fields))
