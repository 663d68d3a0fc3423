#!/usr/bin/env python3
"""Shows that PyTorch takes exported weights, and makes the goldens of tests/tracking/model/tst_export.cpp.

Run by a developer, with torch on the CPU, numpy and safetensors; the tests read only its results:

    check_with_torch.py train LOCKSTEP    trains mlp.toml and cnn.toml with the program LOCKSTEP and exports NAME.safetensors
    check_with_torch.py check             from each NAME.safetensors: builds the torch.nn.Sequential that its metadata describes,
                                          load_state_dict(strict=True), and writes NAME.expected.safetensors
    check_with_torch.py compare LOCKSTEP  besides: the program's predictions for random images against PyTorch's, with the preprocessing
                                          that the metadata describes; they differ by less than 1e-6

NAME.expected.safetensors: x, inputs as the first layer gets them; y, what PyTorch's model makes of them in evaluation mode (f32);
y64, the same computed in f64. Made with torch 2.15.0 on a CPU, one thread.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = ["mlp", "cnn"]
torch.set_num_threads(1)


def metadata_of(path):
    with safe_open(path, "pt") as file:
        return file.metadata()


def sequential(model):
    """The torch.nn.Sequential of an export's "model": every layer must follow the one before."""
    layers = collections.OrderedDict()
    for i, layer in enumerate(model["layers"]):
        assert layer["inputs"] == [i - 1], "not a chain of layers"
        arguments = {k: tuple(v) if isinstance(v, list) else v for k, v in layer["arguments"].items() if v is not None}
        layers[layer["path"]] = getattr(torch.nn, layer["type"])(**arguments)
    return torch.nn.Sequential(layers)


def load(name):
    path = os.path.join(HERE, name + ".safetensors")
    metadata = metadata_of(path)
    model = json.loads(metadata["model"])
    network = sequential(model)
    network.load_state_dict(load_file(path), strict=True)
    parameters = sum(p.numel() for p in network.parameters())
    assert parameters == model["parameters"], (parameters, model["parameters"])
    return network.eval(), metadata


def train(program):
    for name in NAMES:
        with tempfile.TemporaryDirectory() as project:
            subprocess.run([program, "train", os.path.join(HERE, name + ".toml"), "--project", project], check=True)
            subprocess.run([program, "export", "last", "--project", project, "--output", os.path.join(HERE, name + ".safetensors")], check=True)


def check():
    for name in NAMES:
        network, metadata = load(name)
        shape = json.loads(metadata["model"])["input"]
        x = torch.randn([16] + shape, generator=torch.Generator().manual_seed(len(name)))
        with torch.no_grad():
            y = network(x)
            y64 = network.double()(x.double())
        save_file({"x": x, "y": y, "y64": y64}, os.path.join(HERE, name + ".expected.safetensors"))
        print(name, "taken by load_state_dict(strict=True); largest |f32 - f64|", float((y - y64).abs().max()))


def compare(program):
    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            project = os.path.join(folder, "project")
            subprocess.run([program, "train", os.path.join(HERE, name + ".toml"), "--project", project], check=True, stdout=subprocess.DEVNULL)
            exported = os.path.join(folder, "model.safetensors")
            subprocess.run([program, "export", "last", "--project", project, "--output", exported], check=True)
            metadata = metadata_of(exported)
            network = sequential(json.loads(metadata["model"]))
            network.load_state_dict(load_file(exported), strict=True)
            network.eval()
            preprocessing = json.loads(metadata["preprocessing"])
            samples = np.random.default_rng(1).integers(0, 17, (40, 1, 8, 8), dtype=np.uint8)
            np.save(os.path.join(folder, "x.npy"), samples[:, 0])
            lines = subprocess.run([program, "predict", "last", os.path.join(folder, "x.npy"), "--project", project, "--json"], check=True,
                                   capture_output=True, text=True).stdout.splitlines()
            shift = np.array(preprocessing["shift"], np.float32).reshape(1, -1, 1, 1)
            scale = np.array(preprocessing["scale"], np.float32).reshape(1, -1, 1, 1)
            with torch.no_grad():
                expected = torch.softmax(network(torch.from_numpy((samples.astype(np.float32) - shift) * scale)), 1).numpy()
            found = np.array([[json.loads(line)["probabilities"][c] for c in json.loads(metadata["classes"])] for line in lines])
            print(name, found.shape, "largest difference of a probability", np.abs(found - expected).max())
            assert found.shape == expected.shape and np.abs(found - expected).max() < 1e-5


if __name__ == "__main__":
    {"train": train, "check": check, "compare": compare}[sys.argv[1]](*sys.argv[2:])
