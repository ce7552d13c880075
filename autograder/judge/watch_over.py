"""Sees to it that a snapshot raises what its question forbids, before it is asked anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from autograder.jail.outside.jail import Died, Overtime
from autograder.judge.failure import StudentError
from autograder.judge.forbidden import Forbidden, any_size

if TYPE_CHECKING:
    from autograder.judge.conversation import Conversation

_UNGUARDED = "The notebook keeps the grader from watching over what this question forbids."


def watch_over(conversation: Conversation, forbidden: Forbidden) -> None:
    """Have a fresh snapshot guarded; StudentError, and nothing more can be asked of it, where it is not."""
    try:
        conversation.ask("the guard", "forbid", list(forbidden.names), list(forbidden.things), forbidden.why)
    except StudentError:
        # an honest notebook has nothing that keeps the guard from its work
        _break_off(conversation)
    try:
        # a process without the guard could compute what is forbidden, and the snapshot ask it
        conversation.run.leave_alone()
    except (Died, Overtime) as error:
        conversation.break_off("died", f"The program could not be kept running to be checked ({error}).")
    for call in forbidden.some_probes():
        if not _is_refused(conversation, call):
            _break_off(conversation)


def _is_refused(conversation: Conversation, call: str) -> bool:
    """Other calls each time: if one works, the notebook has changed the guard."""
    try:
        probe = conversation.ask("probe", "plant", f"def probe(x):\n    return {call}", "probe", {})
        conversation.ask("probe", "call", probe, [torch.rand(any_size(), dtype=torch.float64)], {}, False)
    except StudentError as error:
        return error.kind == "forbidden"
    return False


def _break_off(conversation: Conversation) -> None:
    if conversation.broken is not None:
        raise conversation.broken
    conversation.first_error = None
    conversation.break_off("noise", _UNGUARDED)
