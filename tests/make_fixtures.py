#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Exports the models that exist for tests alone and writes them where they lie. Needs torch.
# LeNet (golden/fixtures) and the trained models of samples/ are copies from the corpus that is kept
# beside the project, models/tiny.
from pathlib import Path

import torch
from torch import nn

TESTS = Path(__file__).resolve().parent


@torch.library.custom_op("acme::blend", mutates_args=())
def blend(x: torch.Tensor, y: torch.Tensor, weight: float) -> torch.Tensor:
    return weight * x + (1 - weight) * y


@blend.register_fake
def _(x, y, weight):
    return torch.empty_like(x)


class Blend(nn.Module):
    """Calls an operator that mcc does not know: tests/install/consumer defines it."""

    def forward(self, x):
        return torch.ops.acme.blend(x, x.relu(), 0.25) + 1


def export(model, example, path):
    torch.export.save(torch.export.export(model.eval(), (example,)), TESTS / path)


if __name__ == "__main__":
    export(Blend(), torch.zeros(2, 3), "install/blend.pt2")
