#!/usr/bin/env python3
"""Makes NAME.canonical.json and NAME.sha256 from each NAME.resolved.toml of this folder, independently of Lockstep's code.

What is left out of the hash is written down here a second time, on purpose: a change of the schema table's effects shows.
"""
import hashlib
import json
import pathlib
import tomllib

LEFT_OUT = {
    "": {"config_version", "run"},
    "data": {"path", "validation_path", "test_path", "workers", "cache_mib"},
    "model": {"preset", "init_from"},
    "model.layers": {"input", "inputs"},
    "train": {"log_interval", "checkpoint_interval"},
    "reproducibility": {"seed", "seeds", "isa"},
}
EARLIER = {"optimizer": {"decay_from": 0}}


def number(x):
    return int(x) if isinstance(x, float) and x.is_integer() and abs(x) < 1e15 else x


def clean(value, path):
    if isinstance(value, dict):
        out = {}
        for key, inner in value.items():
            if key in LEFT_OUT.get(path, ()) or EARLIER.get(path, {}).get(key) == inner:
                continue
            kept = clean(inner, f"{path}.{key}".lstrip("."))
            if kept != {}:
                out[key] = kept
        return out
    if isinstance(value, list):
        return [clean(item, path) for item in value]
    return number(value)


def inputs(layers):
    names = {layer.get("name"): i for i, layer in enumerate(layers)} | {"data": -1}
    for i, layer in enumerate(layers):
        written = layer.get("inputs") or ([layer["input"]] if "input" in layer else None)
        if written is None:
            continue
        indices = [names[w] if w in names else int(w) for w in written]
        yield i, indices, indices == [i - 1]


for path in sorted(pathlib.Path(__file__).parent.glob("*.resolved.toml")):
    document = tomllib.loads(path.read_text())
    out = clean(document, "")
    for i, indices, plain in inputs(document["model"]["layers"]):
        if not plain:
            out["model"]["layers"][i]["inputs"] = indices
    text = json.dumps(out, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    stem = str(path).removesuffix(".resolved.toml")
    pathlib.Path(stem + ".canonical.json").write_text(text)
    pathlib.Path(stem + ".sha256").write_text(hashlib.sha256(text.encode()).hexdigest() + "\n")
