#!/usr/bin/env python3
"""The workloads of `lockstep bench` in PyTorch on one device, each in its fastest mode, to be timed beside ours on the same card.

Usage: torch_on_gpu.py [--device cuda] [--steps 200] [WORKLOAD ...]

Prints one JSON line a workload: {"workload", "step_ms" (median), "samples_per_s", "peer"}. A step is zero_grad, forward, loss,
backward, optimizer step and the loss read back, on a batch that is on the device. f32 without TF32, as ours unless asked.
"""
import argparse
import json
import statistics
import time

import torch
from torch import nn


class Residual(nn.Module):
    """Basic block of He et al. 2015, with 1x1 convolutions as projections."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.main = nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(),
                                  nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        same = stride == 1 and inputs == outputs
        self.side = nn.Identity() if same else nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        return torch.relu(self.main(x) + self.side(x))


def residual_network():
    blocks, before = [nn.Conv2d(3, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU()], 16
    for width in (16, 32, 64):
        for number in range(3):
            blocks.append(Residual(before, width, 2 if number == 0 and width > 16 else 1))
            before = width
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))


def perceptron(*sizes):
    layers = [nn.Flatten()]
    for inputs, outputs in zip(sizes, sizes[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def small_convolutional():
    return nn.Sequential(nn.Conv2d(1, 32, 3), nn.ReLU(), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(9216, 128), nn.ReLU(), nn.Linear(128, 10))


# model, shape of the batch, optimizer
WORKLOADS = {
    "mlp-digits": (lambda: perceptron(64, 64, 10), (32, 64), "adamw"),
    "mlp-mnist": (lambda: perceptron(784, 512, 256, 10), (128, 1, 28, 28), "adamw"),
    "cnn-mnist": (small_convolutional, (64, 1, 28, 28), "adamw"),
    "resnet20-cifar": (residual_network, (128, 3, 32, 32), "sgd"),
}


def seconds_of_a_step(name, device, steps, mode, channels_last):
    make_model, shape, optimizer = WORKLOADS[name]
    torch.manual_seed(0)
    torch.compiler.reset()
    model, x, y = make_model().to(device), torch.randn(shape, device=device), torch.randint(10, (shape[0],), device=device)
    if channels_last:
        model, x = model.to(memory_format=torch.channels_last), x.to(memory_format=torch.channels_last)
    fused = device != "cpu"
    step_of = (torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4, fused=fused) if optimizer == "sgd"
               else torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01, fused=fused))
    forward = model if mode is None else torch.compile(model, mode=mode)
    times = []
    for _ in range(steps + 10):
        begin = time.perf_counter()
        step_of.zero_grad(set_to_none=True)
        loss = nn.functional.cross_entropy(forward(x), y)
        loss.backward()
        step_of.step()
        loss.item()
        times.append(time.perf_counter() - begin)
    return statistics.median(times[10:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("workloads", nargs="*", default=list(WORKLOADS))
    arguments = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    for name in arguments.workloads:
        best = None
        for mode in (None, "default", "reduce-overhead"):
            for channels_last in (False, True) if len(WORKLOADS[name][1]) == 4 else (False,):
                try:
                    seconds = seconds_of_a_step(name, arguments.device, arguments.steps, mode, channels_last)
                except Exception as error:  # a mode that this machine can't compile is no peer
                    print(json.dumps({"workload": name, "mode": mode or "eager", "error": str(error).splitlines()[0]}), flush=True)
                    continue
                what = (mode and f"compile {mode}" or "eager") + (" channels_last" if channels_last else "")
                best = min(best or (seconds, what), (seconds, what))
        if best is not None:
            print(json.dumps({"workload": name, "step_ms": round(best[0] * 1e3, 4), "samples_per_s": round(WORKLOADS[name][1][0] / best[0]),
                              "peer": f"torch {torch.__version__} {best[1]}"}), flush=True)


if __name__ == "__main__":
    main()
