#!/usr/bin/env python3
"""Writes by_library.safetensors with the format's own library (pip: torch, safetensors)."""
import torch
from safetensors.torch import save_file

save_file({"matrix": torch.arange(6, dtype=torch.float32).reshape(2, 3) * 0.5,
           "scalar": torch.tensor(-7),
           "empty": torch.zeros(0, 4),
           "half": torch.tensor([0.0, 65504.0], dtype=torch.float16),
           "brain": torch.tensor([1.5], dtype=torch.bfloat16),
           "flags": torch.tensor([True, False, True])},
          "by_library.safetensors", metadata={"made_by": "safetensors"})
