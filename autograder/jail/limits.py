"""What a submission may use."""

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Bounds on one submission; memory counts from what the warm process already holds."""

    cell_seconds: float = 30.0
    check_seconds: float = 10.0
    grace_seconds: float = 3.0
    notebook_seconds: float = 450.0
    """Seconds that all cells may take."""
    submission_seconds: float = 600.0
    """Seconds that everything about a submission may take: its cells, its checks, and the wait for its end."""
    late_checks: int = 2
    """How many checks of a question may be out of time; the rest of the question then fails at once."""
    late_parts: int = 3
    """How many cells and questions may be out of time; the rest of the submission then fails at once."""
    cpu_seconds: int = 120
    memory: int = 2048 * MIB
    processes: int = 64
    file_size: int = 64 * MIB
    disk: int = 256 * MIB
    files: int = 10_000
    open_files: int = 256
    cell_output: int = 2 * MIB
    total_output: int = 16 * MIB
    answer: int = 64 * MIB
    """Bytes of one answer to the judge."""
    reruns: int = 8
    """How many cells may end the program; after each, the notebook runs again without that cell."""
