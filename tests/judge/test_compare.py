import numpy as np
import pytest
import torch

from autograder.judge import CheckFailed, assert_integer, assert_number


@pytest.mark.parametrize("answer", [5, 5.0, np.int64(5), torch.tensor(5), torch.tensor([5]), np.array([[5.0]])])
def test_a_number_may_come_as_a_tensor_with_one_entry(answer):
    assert assert_integer(answer, 5) == 5
    assert assert_number(answer, 5) == 5


@pytest.mark.parametrize("answer", [[5], (5,), "5", True, None, torch.tensor([5, 5]), torch.tensor([])])
def test_other_things_are_no_number(answer):
    with pytest.raises(CheckFailed):
        assert_integer(answer, 5)
    with pytest.raises(CheckFailed):
        assert_number(answer, 5)
