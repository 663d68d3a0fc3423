#!/usr/bin/env python3
"""Writes the files of this folder with tools that are not ours: numpy, Python's csv, gzip and struct, Pillow.

Needs numpy and Pillow. Every file is a function of this script; expected.json holds what the readers must find in them.
"""
import csv
import gzip
import io
import json
import os
import struct
import zlib

import numpy as np
from PIL import Image

here = os.path.dirname(os.path.abspath(__file__))
expected = {}


def path(*parts):
    full = os.path.join(here, *parts)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    return full


def gz(name, data):
    with open(path(name), "wb") as f:
        f.write(gzip.compress(data, mtime=0))


def idx(array):
    types = {"u1": 0x08, "i1": 0x09, "i2": 0x0B, "i4": 0x0C, "f4": 0x0D, "f8": 0x0E}
    code = types[array.dtype.str[1:]]
    header = bytes([0, 0, code, array.ndim]) + b"".join(struct.pack(">I", n) for n in array.shape)
    return header + array.astype(array.dtype.newbyteorder(">")).tobytes()


rng = np.random.default_rng(1)

# IDX
images = rng.integers(0, 256, (12, 5, 4), dtype=np.uint8)
labels = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2], dtype=np.uint8)
gz("idx/small-images-idx3-ubyte.gz", idx(images))
with open(path("idx/small-labels-idx1-ubyte"), "wb") as f:
    f.write(idx(labels))
expected["idx_images"] = images.reshape(12, -1).tolist()
expected["idx_labels"] = labels.tolist()
for t in ("i1", "i2", "i4", "f4", "f8"):
    values = np.array([[-3, 2], [100, -128]], dtype=t)
    with open(path("idx", t + ".idx"), "wb") as f:
        f.write(idx(values))

# NPY: every dtype, byte order, memory order and version
values = np.array([[0, 1, 2], [3, 100, 5]])
for dtype in ("|b1", "|u1", "|i1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "<u4", "<i8", ">i8", "<u8", "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"):
    for order in "CF":
        name = dtype.replace("<", "le_").replace(">", "be_").replace("|", "") + "_" + order + ".npy"
        with open(path("npy", name), "wb") as f:
            np.lib.format.write_array(f, np.asarray(values.astype(dtype), order=order))
for version in ((1, 0), (2, 0), (3, 0)):
    with open(path("npy", "version%d.npy" % version[0]), "wb") as f:
        np.lib.format.write_array(f, values.astype("<f4"), version=version)
np.save(path("npy", "complex.npy"), values.astype("c16"))
np.save(path("npy", "structured.npy"), np.zeros(2, dtype=[("a", "<i4"), ("b", "<f4")]))
x = rng.normal(size=(9, 3)).astype("f4")
y = np.array([0, 1, 2] * 3)
t = rng.normal(size=(9, 2))
np.savez(path("npy", "stored.npz"), x=x, y=y)
np.savez_compressed(path("npy", "deflated.npz"), x=x, y=t)
np.savez(path("npy", "names.npz"), a=x, b=y)
np.save(path("npy", "pair", "x.npy"), x)
np.save(path("npy", "pair", "y.npy"), y)
planes = rng.integers(0, 256, (4, 3, 6, 5), dtype=np.uint8)
np.savez(path("npy", "nchw.npz"), x=planes, y=np.arange(4))
np.savez(path("npy", "nhwc.npz"), x=planes.transpose(0, 2, 3, 1), y=np.arange(4))
expected["npz_x"] = x.astype(float).tolist()
expected["npz_t"] = t.astype("f4").astype(float).tolist()
expected["npz_hwc"] = planes.transpose(0, 2, 3, 1).reshape(4, -1).tolist()

# CSV, as Python's csv module writes it (CRLF, minimal quoting)
rows = []
for i in range(24):
    rows.append({
        "length": round(float(rng.normal(5, 2)), 3),
        "count": int(rng.integers(0, 50)),
        "colour": ["red", "green", "blue, dark", 'say "hi"', "zwei\nZeilen"][i % 5],
        "note": "n%d" % i,
        "kind": ["setosa", "versicolor", "virginica"][i % 3],
    })
text = io.StringIO()
writer = csv.DictWriter(text, list(rows[0]))
writer.writeheader()
writer.writerows(rows)
with open(path("csv/flowers.csv"), "w", newline="") as f:
    f.write(text.getvalue())
gz("csv/flowers.csv.gz", text.getvalue().encode())
expected["flowers"] = rows

# Images of one picture in every mode
yy, xx = np.mgrid[0:6, 0:8]
rgb = np.stack([yy * 40, xx * 30, (yy * xx * 7) % 256], axis=-1).astype(np.uint8)
grey = (yy * 40 + xx).astype(np.uint8)
picture = Image.fromarray(rgb)
picture.save(path("images", "rgb.png"))
Image.fromarray(np.dstack([rgb, np.full((6, 8), 77, np.uint8)])).save(path("images", "rgba.png"))
picture.quantize(64).save(path("images", "palette.png"))
expected["palette"] = np.asarray(picture.quantize(64).convert("RGB")).reshape(-1).tolist()
Image.fromarray(grey).save(path("images", "grey.png"))
Image.fromarray(np.dstack([grey, grey]), "LA").save(path("images", "grey_alpha.png"))
Image.fromarray(grey > 100).convert("1").save(path("images", "bits1.png"))
expected["bits1"] = ((grey > 100) * 255).reshape(-1).tolist()
Image.fromarray(grey.astype("<u2") * 257).save(path("images", "grey16.png"))
picture.save(path("images", "quality95.jpg"), quality=95)
picture.save(path("images", "progressive.jpg"), quality=95, progressive=True)
expected["jpeg"] = np.asarray(Image.open(path("images", "quality95.jpg"))).reshape(-1).tolist()
Image.fromarray(grey).save(path("images", "grey.jpg"), quality=95)
expected["grey_jpeg"] = np.asarray(Image.open(path("images", "grey.jpg"))).reshape(-1).tolist()
picture.convert("CMYK").save(path("images", "cmyk.jpg"), quality=100)
expected["rgb"] = rgb.reshape(-1).tolist()
expected["grey"] = grey.reshape(-1).tolist()
expected["luma"] = np.asarray(picture.convert("L")).reshape(-1).tolist()
for orientation in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.fromarray(grey).save(path("images", "orientation%d.png" % orientation), exif=exif)
    Image.fromarray(grey).save(path("images", "orientation%d.jpg" % orientation), exif=exif, quality=95)
    from PIL import ImageOps
    turned = np.asarray(ImageOps.exif_transpose(Image.open(path("images", "orientation%d.png" % orientation))))
    expected["orientation%d" % orientation] = {"shape": list(turned.shape), "pixels": turned.reshape(-1).tolist()}


def interlaced_png(array):
    """Adam7, which Pillow can't write: the seven passes by hand."""
    h, w, c = array.shape
    raw = b""
    for y0, x0, dy, dx in ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)):
        part = array[y0::dy, x0::dx]
        if part.size:
            raw += b"".join(b"\0" + row.tobytes() for row in part)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 1)) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


with open(path("images", "interlaced.png"), "wb") as f:
    f.write(interlaced_png(rgb))

# Resizing: Pillow's bilinear filter is the same triangle
big = rng.integers(0, 256, (23, 31, 3), dtype=np.uint8)
Image.fromarray(big).save(path("images", "noise.png"))
for h, w in ((7, 9), (40, 50), (23, 10), (5, 31)):
    expected["resize_%d_%d" % (h, w)] = np.asarray(Image.fromarray(big).resize((w, h), Image.BILINEAR)).reshape(-1).tolist()

with open(path("expected.json"), "w") as f:
    json.dump(expected, f, separators=(",", ":"))
