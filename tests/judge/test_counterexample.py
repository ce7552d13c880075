"""What a comparison keeps for a check that shows its counterexample."""

import pytest
import torch

from autograder.judge import CheckFailed, assert_close


def test_answers_are_written_out_only_when_they_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(torch.Tensor, "__repr__", lambda self, **_: written.append(1) or "tensor")
    assert_close(torch.ones(3), torch.ones(3))
    assert not written
    with pytest.raises(CheckFailed) as failed:
        assert_close(torch.zeros(3), torch.ones(3))
    assert failed.value.counterexample == "Answer: tensor. Expected: tensor."
