#!/usr/bin/env python3
"""Writes tests/data/store/v1: a project of schema version 1, made once and kept, so that later versions prove they can read it.

The rows and the bytes of points are made here with Python's own sqlite3, struct and zlib, from the formats as chunk.h and
metric_table.h describe them. Only the SQL of the first migrations is taken from tracking/store/schema.cpp.
"""
import hashlib
import pathlib
import re
import sqlite3
import struct
import zlib

here = pathlib.Path(__file__).resolve().parent
schema = (here.parents[2] / "tracking/store/schema.cpp").read_text()
RUN = "20261130-120000-abcd"


def create(path, name, application_id):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path, isolation_level=None)
    database.executescript(re.search(name + r' = R"sql\((.*?)\)sql"', schema, re.S).group(1))
    database.execute("PRAGMA user_version = 1")
    database.execute(f"PRAGMA application_id = {application_id}")
    return database


def plane(column):
    packed = zlib.compress(bytes(column), 9)
    if len(set(column)) == 1:
        return bytes([0, column[0]])
    if len(column) == 3:  # too short to gain by it, but a reader must take it
        return bytes([2]) + struct.pack("<I", len(packed)) + packed
    return bytes([1]) + bytes(column)


def planes(words, width):
    return b"".join(plane([word >> (8 * place) & 255 for word in words]) for place in range(width))


def piece(steps, words, mode):
    body = struct.pack("<qq", steps[0], steps[1] - steps[0])  # steps mode 0: regular
    body += planes(words, 4 if mode == 1 else 8)
    head = struct.pack("<BBBBI", 1, 0, mode, 0, len(steps))
    return head + struct.pack("<I", zlib.crc32(head + body)) + body


losses = [1.0, 0.5, 0.25]
f32_bits = [struct.unpack("<I", struct.pack("<f", value))[0] for value in losses]
hashes = [2**64 - 1, 7, 8]

series = create(here / "v1" / "runs" / RUN / "series.db", "series_1", 0x4C534B53)
series.execute("INSERT INTO attempts VALUES (1, 0, 3, 1796040000000, 1796040060000, 'host', 1, 'finished', '')")
series.execute("INSERT INTO series VALUES (1, 'train/loss', 0, 0), (2, 'batch_hash', 1, 0)")
series.execute("INSERT INTO chunks(series, attempt, last_step, points, data) VALUES (1, 1, 3, 3, ?)", [piece([1, 2, 3], f32_bits, 1)])
tail = piece([1, 2, 3], hashes, 0)
series.execute("INSERT INTO tails(attempt, data) VALUES (1, ?)", [struct.pack("<II", 2, len(tail)) + tail])
series.execute("INSERT INTO checkpoints VALUES ('last', 3, 'checkpoints/3', 10, 1796040060000)")
series.close()

catalogue = create(here / "v1" / "lockstep.db", "catalogue_1", 0x4C534B43)
catalogue.execute(
    "INSERT INTO runs(id, name, notes, status, created, started, ended, steps, device, seed, code_commit, dirty, config_hash, data_fingerprint) "
    "VALUES (?, 'golden', 'notes', 'finished', 1796040000000, 1796040000000, 1796040060000, 3, 'cpu', 42, 'c0ffee', 1, 'hash', 'print')", [RUN])
catalogue.execute("INSERT INTO tags VALUES (1, 0, '基线')")
key = b"train/loss"
metrics = struct.pack("<H", len(key)) + key + struct.pack("<dddqqq", 0.25, 0.25, 1.0, 3, 3, 1)
catalogue.execute("INSERT INTO progress VALUES (1, 3, 1796040060000, ?)", [metrics])
text = "seed = 42\n"
digest = hashlib.sha256(text.encode()).hexdigest()
catalogue.execute("INSERT INTO texts VALUES (?, ?)", [digest, text])
catalogue.execute("INSERT INTO documents VALUES (1, 'config.text', ?, 0)", [digest])
catalogue.close()
