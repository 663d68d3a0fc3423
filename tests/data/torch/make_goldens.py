#!/usr/bin/env python3
"""Makes the PyTorch goldens beside this file: what PyTorch computes, for our tests to compare with.

Run once by a developer (`python3 make_goldens.py`, with torch on CPU, numpy and safetensors); the tests read only its results.
Made with torch 2.15.0 on a CPU, one thread. The same seeds give the same files.

One file a group (linear, conv2d, …). Tensors are named "<case>/<tensor>", and the metadata entry "cases" is JSON:
{"<case>": {settings, with PyTorch's argument names}}. Case names begin with the group's or the operator's name.

Operators, activations and losses. Inputs are stored once, in f32. Results are computed twice from them: in f32 ("gx"), and in
f64 from the same values ("gx.f64").
    x              the input;  w, b    weight and bias, where the case has them
    y              the output
    gy             the gradient that was given to y (for a scalar y too)
    gx, gw, gb     the gradients that came out of it
  batch_norm       running_mean, running_var: before; running_mean_after, running_var_after: after one forward. "training" in the
                   settings. In evaluation they don't change.
  losses           target (i64 for cross_entropy, f32 else), weight, pos_weight

Optimizers ("optimizers"): two parameters and the gradients of 20 steps, so that no other operator is needed.
    g0 [20, 3, 4], g1 [20, 4]            gradients, given step by step
    p0 [21, 3, 4], p1 [21, 4]            parameters before the first step and after each (also .f64)
  settings: "groups", one a parameter, with its arguments in full.

Schedules ("schedules"), all f64: lr [n]: element i is the learning rate of step i (0-based), so element 0 is the first
step's. plateau: metric [n] is what was reported, lr[i] the rate after metric[0..i] were reported.

Clipping ("clip"): g0, g1 before; g0_after, g1_after; total_norm.

Training ("train"): the same batch ten times.
    initial/<name>, final/<name>         parameters and buffers by PyTorch's names, e.g. "mlp/initial/0.weight" (final also .f64)
    x, target, losses [10]               losses before each update (also .f64)
    y                                    the trained model's output for x in evaluation mode (also .f64)
"""
import json
import math
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import save_file

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_num_threads(1)


class Group:
    """The tensors and cases of one file."""

    def __init__(self, name):
        self.name, self.tensors, self.cases = name, {}, {}
        self.random = torch.Generator().manual_seed(sum(map(ord, name)))

    def randn(self, *shape):
        return torch.randn(shape, generator=self.random)

    def integers(self, high, *shape):
        return torch.randint(high, shape, generator=self.random)

    def put(self, case, name, tensor):
        self.tensors[f"{case}/{name}"] = tensor.detach().clone().contiguous()

    def save(self):
        # One entry only: safetensors writes several in no fixed order, and the files must come out the same each time.
        path = os.path.join(HERE, self.name + ".safetensors")
        save_file(self.tensors, path, metadata={"cases": json.dumps(self.cases, sort_keys=True)})
        os.chmod(path, 0o644)


def operator_case(group, case, settings, inputs, function, constants=None):
    """Records y = function(**inputs, **constants) and the gradients of `inputs`, in f32 and f64.

    Floating constants follow the dtype but get no gradient. function may also return a dict of further results.
    """
    group.cases[case] = settings
    constants = constants or {}
    for name, value in (inputs | constants).items():
        group.put(case, name, value)
    gy = None
    for dtype, suffix in ((torch.float32, ""), (torch.float64, ".f64")):
        leaves = {name: value.detach().to(dtype).requires_grad_() for name, value in inputs.items()}
        fixed = {n: v.to(dtype) if v.is_floating_point() else v for n, v in constants.items()}
        result = function(**leaves, **fixed)
        y, further = result if isinstance(result, tuple) else (result, {})
        if gy is None:
            gy = group.randn(*y.shape)
            group.put(case, "gy", gy)
        gradients = torch.autograd.grad(y, list(leaves.values()), gy.to(dtype))
        group.put(case, "y" + suffix, y)
        for name, gradient in zip(leaves, gradients):
            group.put(case, f"g{name}{suffix}", gradient)
        for name, value in further.items():
            group.put(case, name + suffix, value)


def linear():
    g = Group("linear")
    for case, n, i, o, bias in (("linear.basic", 4, 5, 3, True), ("linear.no_bias", 4, 5, 3, False),
                                ("linear.odd", 7, 19, 13, True), ("linear.one_row", 1, 9, 6, True),
                                ("linear.one_output", 6, 8, 1, True)):
        inputs = {"x": g.randn(n, i), "w": g.randn(o, i)} | ({"b": g.randn(o)} if bias else {})
        operator_case(g, case, {"in_features": i, "out_features": o, "bias": bias}, inputs,
                      lambda x, w, b=None: F.linear(x, w, b))
    g.save()


def conv2d():
    g = Group("conv2d")
    pair = lambda v: [v, v] if isinstance(v, int) else list(v)
    # case: batch, in, out channels, [H, W], kernel, stride, padding, dilation, groups, bias
    table = {"basic": (2, 3, 4, (6, 6), 3, 1, 1, 1, 1, True), "no_bias": (2, 3, 4, (6, 6), 3, 1, 1, 1, 1, False),
             "valid": (2, 2, 3, (7, 5), 3, 1, 0, 1, 1, True), "stride": (2, 3, 5, (9, 7), 3, 2, 1, 1, 1, True),
             "stride_uneven": (1, 2, 3, (8, 11), (3, 2), (2, 3), (1, 0), 1, 1, True),
             "dilation": (1, 3, 4, (9, 8), 3, 1, 2, 2, 1, True), "groups": (2, 4, 6, (5, 5), 3, 1, 1, 1, 2, True),
             "depthwise": (2, 4, 4, (6, 5), 3, 1, 1, 1, 4, False), "one_by_one": (2, 5, 7, (4, 3), 1, 1, 0, 1, 1, True),
             "one_by_one_stride": (2, 5, 3, (5, 7), 1, 2, 0, 1, 1, False),
             "five_by_five": (1, 2, 3, (9, 9), 5, 1, 2, 1, 1, True), "whole_image": (3, 2, 4, (4, 4), 4, 1, 0, 1, 1, True),
             "one_channel": (2, 1, 17, (8, 8), 3, 1, 1, 1, 1, False), "many_channels": (1, 16, 17, (5, 4), 3, 1, 1, 1, 1, True)}
    for name, (n, c, o, size, kernel, stride, padding, dilation, groups, bias) in table.items():
        settings = {"stride": pair(stride), "padding": pair(padding), "dilation": pair(dilation), "groups": groups}
        inputs = {"x": g.randn(n, c, *size), "w": g.randn(o, c // groups, *pair(kernel))} | ({"b": g.randn(o)} if bias else {})
        operator_case(g, "conv2d." + name, settings | {"kernel_size": pair(kernel), "bias": bias}, inputs,
                      lambda x, w, b=None, s=settings: F.conv2d(x, w, b, **s))
    g.save()


def batch_norm():
    g = Group("batch_norm")
    shapes = {"batch_norm1d": (6, 5), "batch_norm1d.sequence": (4, 3, 5), "batch_norm2d": (3, 4, 5, 3),
              "batch_norm2d.wide": (2, 17, 3, 3), "batch_norm2d.one_pixel": (5, 3, 1, 1)}
    variants = {"train": {"training": True}, "eval": {"training": False}, "momentum": {"training": True, "momentum": 0.3, "eps": 1e-3},
                "no_affine": {"training": True, "affine": False}, "eval_no_affine": {"training": False, "affine": False}}
    for shape_name, shape in shapes.items():
        for variant, overrides in variants.items():
            s = {"training": True, "momentum": 0.1, "eps": 1e-5, "affine": True} | overrides
            c = shape[1]
            inputs = {"x": g.randn(*shape) * 2 + 0.5} | ({"w": g.randn(c), "b": g.randn(c)} if s["affine"] else {})
            running = {"running_mean": g.randn(c), "running_var": g.randn(c).abs() + 0.2}

            def function(x, running_mean, running_var, w=None, b=None, s=s):
                mean, var = running_mean.clone(), running_var.clone()
                y = F.batch_norm(x, mean, var, w, b, s["training"], s["momentum"], s["eps"])
                return y, {"running_mean_after": mean, "running_var_after": var}

            operator_case(g, f"{shape_name}.{variant}", s, inputs, function, running)
    g.save()


def pooling():
    g = Group("pool")
    base = {"kernel_size": [2, 2], "stride": [2, 2], "padding": [0, 0], "ceil_mode": False}
    both = {"basic": {}, "overlap": {"kernel_size": [3, 3], "stride": [2, 2], "padding": [1, 1]}, "ceil": {"ceil_mode": True},
            "uneven": {"kernel_size": [3, 2], "stride": [1, 2], "padding": [1, 0]},
            "ceil_padding": {"kernel_size": [3, 3], "stride": [2, 2], "padding": [1, 1], "ceil_mode": True},
            "stride_over_kernel": {"stride": [3, 3]}}
    for name, overrides in both.items():
        s = base | overrides
        operator_case(g, "max_pool2d." + name, s, {"x": g.randn(2, 3, 7, 8)}, lambda x, s=s: F.max_pool2d(x, **s))
        for include in (True, False):
            t = s | {"count_include_pad": include}
            case = f"avg_pool2d.{name}" + ("" if include else ".exclude_pad")
            operator_case(g, case, t, {"x": g.randn(2, 3, 7, 8)}, lambda x, t=t: F.avg_pool2d(x, **t))
    s = base | {"kernel_size": [3, 3], "stride": [1, 1], "dilation": [2, 2], "padding": [1, 1]}
    operator_case(g, "max_pool2d.dilation", s, {"x": g.randn(1, 2, 8, 7)}, lambda x, s=s: F.max_pool2d(x, **s))
    for size in ([1, 1], [2, 3], [5, 4], [7, 8]):
        operator_case(g, f"adaptive_avg_pool2d.{size[0]}x{size[1]}", {"output_size": size}, {"x": g.randn(2, 3, 7, 8)},
                      lambda x, size=size: F.adaptive_avg_pool2d(x, size))
    g.save()


def activations():
    g = Group("activations")
    table = {"ReLU": [{}], "LeakyReLU": [{"negative_slope": 0.01}, {"negative_slope": 0.2}], "ELU": [{"alpha": 1.0}, {"alpha": 0.5}],
             "GELU": [{"approximate": "none"}, {"approximate": "tanh"}], "SiLU": [{}], "Sigmoid": [{}], "Tanh": [{}],
             "Softplus": [{"beta": 1.0, "threshold": 20.0}, {"beta": 2.0, "threshold": 5.0}], "Hardswish": [{}]}
    extremes = torch.tensor([0.0, -0.0, 1e-30, -1e-30, 8.5, -8.5, 20.5, -20.5, 88.0, -88.0, 105.0, -105.0])
    for name, settings in table.items():
        for index, s in enumerate(settings):
            case = name + (f".{index}" if len(settings) > 1 else "")
            x = torch.cat([g.randn(51) * 3, extremes])
            operator_case(g, case, {"type": name} | s, {"x": x}, lambda x, name=name, s=s: getattr(nn, name)(**s)(x))
    for name in ("softmax", "log_softmax"):
        for dim, shape in ((1, (5, 7)), (0, (5, 3)), (-1, (2, 3, 10)), (1, (2, 4, 3, 2)), (1, (3, 1))):
            case = f"{name}.{'x'.join(map(str, shape))}.dim{dim}"
            operator_case(g, case, {"dim": dim}, {"x": g.randn(*shape) * 4}, lambda x, name=name, dim=dim: getattr(F, name)(x, dim))
        large = torch.tensor([[1000.0, 999.0, -1000.0], [-1e30, 0.0, 1e-3], [88.0, 89.0, 90.0]])
        operator_case(g, f"{name}.large", {"dim": 1}, {"x": large}, lambda x, name=name: getattr(F, name)(x, 1))
    g.save()


def losses():
    g = Group("losses")
    reductions = ("mean", "sum", "none")
    for reduction in reductions:
        for name, s in {"basic": {}, "weight": {"weight": True}, "smoothing": {"label_smoothing": 0.1},
                        "ignore": {"ignore_index": 2}, "ignore_default": {"ignore_index": -100},
                        "all": {"weight": True, "label_smoothing": 0.2, "ignore_index": 1}}.items():
            x, target = g.randn(8, 5) * 2, g.integers(5, 8)
            if "ignore_index" in s:
                target[1], target[4] = s["ignore_index"], s["ignore_index"]
            constants = {"target": target} | ({"weight": g.randn(5).abs() + 0.1} if s.get("weight") else {})
            arguments = {k: v for k, v in s.items() if k != "weight"} | {"reduction": reduction}
            operator_case(g, f"cross_entropy.{name}.{reduction}", s | {"reduction": reduction}, {"x": x},
                          lambda x, target, weight=None, a=arguments: F.cross_entropy(x, target, weight, **a), constants)
        elementwise = {"mse": (F.mse_loss, [{}]), "l1": (F.l1_loss, [{}]), "huber": (F.huber_loss, [{"delta": 1.0}, {"delta": 0.4}]),
                       "smooth_l1": (F.smooth_l1_loss, [{"beta": 1.0}, {"beta": 0.3}])}
        for name, (function, settings) in elementwise.items():
            for index, s in enumerate(settings):
                s = s | {"reduction": reduction}
                x, target = g.randn(6, 3) * 1.5, g.randn(6, 3)
                x[0, 0] = target[0, 0]  # the kink of l1, the middle of huber
                case = name + (f".{index}" if len(settings) > 1 else "") + "." + reduction
                operator_case(g, case, s, {"x": x}, lambda x, target, f=function, s=s: f(x, target, **s), {"target": target})
        for name in ("basic", "pos_weight", "weight", "both"):
            constants = {"target": (g.randn(6, 3) > 0).float()}
            constants["target"][2] = torch.tensor([0.25, 0.5, 0.9])  # probabilities are allowed
            if name in ("pos_weight", "both"):
                constants["pos_weight"] = torch.tensor([0.5, 1.0, 3.0])
            if name in ("weight", "both"):
                constants["weight"] = torch.tensor([1.0, 0.2, 2.0])
            x = g.randn(6, 3) * 3
            x[0] = torch.tensor([100.0, -100.0, 0.0])
            operator_case(g, f"bce_with_logits.{name}.{reduction}", {"reduction": reduction}, {"x": x},
                          lambda x, target, r=reduction, **kw: F.binary_cross_entropy_with_logits(x, target, reduction=r, **kw), constants)
    # Nothing to average over: PyTorch's mean is 0/0.
    operator_case(g, "cross_entropy.all_ignored.mean", {"ignore_index": 3, "reduction": "mean"}, {"x": g.randn(3, 5)},
                  lambda x, target: F.cross_entropy(x, target, ignore_index=3), {"target": torch.full((3,), 3)})
    g.save()


def optimizers():
    g = Group("optimizers")
    sgd = {"lr": 0.1, "momentum": 0.0, "dampening": 0.0, "nesterov": False, "weight_decay": 0.0}
    adam = {"lr": 0.01, "betas": [0.9, 0.999], "eps": 1e-8, "weight_decay": 0.0}
    table = {"SGD.plain": (sgd, {}, {}), "SGD.momentum": (sgd, {"momentum": 0.9}, {}),
             "SGD.dampening": (sgd, {"momentum": 0.9, "dampening": 0.3}, {}),
             "SGD.nesterov": (sgd, {"momentum": 0.9, "nesterov": True}, {}), "SGD.weight_decay": (sgd, {"weight_decay": 0.05}, {}),
             "SGD.all": (sgd, {"momentum": 0.8, "nesterov": True, "weight_decay": 0.1}, {}),
             "SGD.groups": (sgd, {"momentum": 0.9, "weight_decay": 0.1}, {"lr": 0.02, "weight_decay": 0.0}),
             "Adam.basic": (adam, {}, {}), "Adam.betas": (adam, {"betas": [0.8, 0.95], "eps": 1e-3}, {}),
             "Adam.weight_decay": (adam, {"weight_decay": 0.1}, {}),
             "AdamW.basic": (adam, {"weight_decay": 0.01}, {}), "AdamW.no_decay": (adam, {}, {}),
             "AdamW.betas": (adam, {"betas": [0.7, 0.9], "eps": 1e-4, "weight_decay": 0.2, "lr": 0.05}, {}),
             "AdamW.groups": (adam, {"weight_decay": 0.1}, {"lr": 0.001, "weight_decay": 0.0})}
    for case, (defaults, overrides, second) in table.items():
        first = defaults | overrides
        groups = [first, first | second]
        start = [g.randn(3, 4), g.randn(4)]
        gradients = [g.randn(20, 3, 4), g.randn(20, 4)]
        gradients[0][5] = 0.0  # a step without a gradient for one parameter
        g.cases[case] = {"type": case.split(".")[0], "groups": groups}
        for i in range(2):
            g.put(case, f"g{i}", gradients[i])
        for dtype, suffix in ((torch.float32, ""), (torch.float64, ".f64")):
            parameters = [nn.Parameter(p.to(dtype)) for p in start]
            # foreach and fused variants may round otherwise; the plain loop is the definition.
            optimizer = getattr(torch.optim, case.split(".")[0])(
                [{"params": [p]} | s for p, s in zip(parameters, groups)], lr=first["lr"], foreach=False)
            history = [[p.detach().clone() for p in parameters]]
            for step in range(20):
                for p, gradient in zip(parameters, gradients):
                    p.grad = gradient[step].to(dtype).clone()
                optimizer.step()
                history.append([p.detach().clone() for p in parameters])
            for i in range(2):
                g.put(case, f"p{i}{suffix}", torch.stack([h[i] for h in history]))
    g.save()


def schedules():
    g = Group("schedules")
    lr = torch.optim.lr_scheduler

    def rates(case, settings, make, steps, base=0.1):
        optimizer = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=base)
        scheduler, values = make(optimizer), []
        for _ in range(steps):
            values.append(optimizer.param_groups[0]["lr"])
            optimizer.step()
            scheduler.step()
        g.cases[case] = {"lr": base} | settings
        g.put(case, "lr", torch.tensor(values, dtype=torch.float64))

    s = {"step_size": 7, "gamma": 0.3}
    rates("StepLR", s, lambda o: lr.StepLR(o, **s), 30)
    s1 = {"gamma": 0.93}
    rates("ExponentialLR", s1, lambda o: lr.ExponentialLR(o, **s1), 30)
    s2 = {"T_max": 25, "eta_min": 0.001}
    rates("CosineAnnealingLR", s2, lambda o: lr.CosineAnnealingLR(o, **s2), 26)
    for name, overrides in {"cos": {}, "linear": {"anneal_strategy": "linear"}, "three_phase": {"three_phase": True},
                            "factors": {"pct_start": 0.2, "div_factor": 10.0, "final_div_factor": 100.0}}.items():
        s3 = {"max_lr": 0.1, "total_steps": 40, "pct_start": 0.3, "anneal_strategy": "cos", "div_factor": 25.0,
              "final_div_factor": 1e4, "three_phase": False} | overrides
        rates("OneCycleLR." + name, s3, lambda o, s=s3: lr.OneCycleLR(o, **s, cycle_momentum=False), 39)
        # torch refuses a step after the last; the last element is the rate at which it ends.
    for name, warmup, total, minimum in (("basic", 5, 30, 0.0), ("minimum", 4, 25, 0.01), ("one", 1, 10, 0.0)):
        def make(optimizer, warmup=warmup, total=total, minimum=minimum):
            cosine = lr.CosineAnnealingLR(optimizer, total - warmup, eta_min=minimum)
            if warmup == 1:
                first = lr.ConstantLR(optimizer, factor=1.0, total_iters=1)
            else:
                first = lr.LinearLR(optimizer, start_factor=1 / warmup, total_iters=warmup - 1)
            return lr.SequentialLR(optimizer, [first, cosine], milestones=[warmup])

        # Step i < warmup has lr (i + 1) / warmup; then minimum + (lr - minimum) (1 + cos(pi (i - warmup) / (total - warmup))) / 2.
        rates("WarmupCosine." + name, {"warmup_steps": warmup, "total_steps": total, "minimum": minimum}, make, total)
        closed = [0.1 * (i + 1) / warmup if i < warmup else
                  minimum + (0.1 - minimum) * (1 + math.cos(math.pi * (i - warmup) / (total - warmup))) / 2 for i in range(total)]
        assert torch.allclose(g.tensors[f"WarmupCosine.{name}/lr"], torch.tensor(closed, dtype=torch.float64), atol=1e-12)

    noisy = [1.0, 0.8, 0.7, 0.7, 0.71, 0.699, 0.72, 0.5, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.4, 0.41, 0.41, 0.41, 0.41, 0.41,
             float("nan"), 0.42, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3]
    for name, overrides, metric in (("min", {}, noisy), ("max", {"mode": "max"}, [1 - m for m in noisy]),
                                    ("abs", {"threshold_mode": "abs", "threshold": 0.05}, noisy),
                                    ("cooldown", {"cooldown": 3}, noisy), ("min_lr", {"min_lr": 0.04, "patience": 0}, noisy)):
        s4 = {"mode": "min", "factor": 0.5, "patience": 2, "threshold": 1e-3, "threshold_mode": "rel", "cooldown": 0,
              "min_lr": 0.0, "eps": 1e-8} | overrides
        optimizer = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=0.1)
        scheduler, values, case = lr.ReduceLROnPlateau(optimizer, **s4), [], "ReduceLROnPlateau." + name
        for m in metric:
            scheduler.step(m)
            values.append(optimizer.param_groups[0]["lr"])
        g.cases[case] = {"lr": 0.1} | s4
        g.put(case, "metric", torch.tensor(metric, dtype=torch.float64))
        g.put(case, "lr", torch.tensor(values, dtype=torch.float64))
    g.save()


def clipping():
    g = Group("clip")
    for name, s in {"norm.clipped": {"max_norm": 1.0, "norm_type": 2.0}, "norm.small": {"max_norm": 100.0, "norm_type": 2.0},
                    "norm.infinity": {"max_norm": 0.5, "norm_type": math.inf}, "norm.one": {"max_norm": 2.0, "norm_type": 1.0},
                    "value": {"clip_value": 0.7}}.items():
        gradients = [g.randn(3, 4), g.randn(4)]
        g.cases[name] = {k: "Infinity" if v == math.inf else v for k, v in s.items()}
        for i, gradient in enumerate(gradients):
            g.put(name, f"g{i}", gradient)
        for dtype, suffix in ((torch.float32, ""), (torch.float64, ".f64")):
            parameters = [nn.Parameter(torch.zeros_like(x, dtype=dtype)) for x in gradients]
            for p, gradient in zip(parameters, gradients):
                p.grad = gradient.to(dtype).clone()
            if name == "value":
                nn.utils.clip_grad_value_(parameters, **s)
            else:
                g.put(name, "total_norm" + suffix, nn.utils.clip_grad_norm_(parameters, **s))
            for i, p in enumerate(parameters):
                g.put(name, f"g{i}_after{suffix}", p.grad)
    g.save()


def training():
    g = Group("train")
    torch.manual_seed(7)  # the initial parameters are PyTorch's own
    small_cnn = lambda: nn.Sequential(nn.Conv2d(2, 4, 3, padding=1, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
                                          nn.Conv2d(4, 6, 3, stride=2), nn.ReLU(), nn.Flatten(), nn.Linear(6, 3))
    adamw = {"lr": 0.01, "betas": [0.9, 0.999], "eps": 1e-8, "weight_decay": 0.01}
    sgd = {"lr": 0.05, "momentum": 0.9, "dampening": 0.0, "nesterov": True, "weight_decay": 0.001}
    table = {"mlp": (lambda: nn.Sequential(nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 5)), (8, 16), 5, "AdamW", adamw),
             "cnn": (small_cnn, (6, 2, 8, 8), 3, "SGD", sgd),
             "cnn_adamw": (small_cnn, (6, 2, 8, 8), 3, "AdamW", adamw)}
    for case, (make, shape, classes, kind, arguments) in table.items():
        model, x, target = make(), g.randn(*shape), g.integers(classes, shape[0])
        initial = {k: v.clone() for k, v in model.state_dict().items()}
        layers = [str(layer) for layer in model]
        g.cases[case] = {"layers": layers, "optimizer": {"type": kind} | arguments, "loss": "CrossEntropyLoss", "steps": 10}
        g.put(case, "x", x)
        g.put(case, "target", target)
        for name, tensor in initial.items():
            g.put(case, "initial/" + name, tensor)
        for dtype, suffix in ((torch.float32, ""), (torch.float64, ".f64")):
            model = make()
            model.load_state_dict(initial)
            model.to(dtype)
            optimizer = getattr(torch.optim, kind)(model.parameters(), **arguments, foreach=False)
            values = []
            for _ in range(10):
                optimizer.zero_grad()
                loss = F.cross_entropy(model(x.to(dtype)), target)
                loss.backward()
                optimizer.step()
                values.append(loss.detach())
            g.put(case, "losses" + suffix, torch.stack(values))
            for name, tensor in model.state_dict().items():
                g.put(case, f"final/{name}{suffix}", tensor)
            model.eval()
            g.put(case, "y" + suffix, model(x.to(dtype)))
    g.save()


if __name__ == "__main__":
    for make_group in (linear, conv2d, batch_norm, pooling, activations, losses, optimizers, schedules, clipping, training):
        make_group()
