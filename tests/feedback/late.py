"""A rule for late work, as a course would write one."""

from nbgrader.plugins import LateSubmissionPlugin

DAY = 24 * 60 * 60


class PointPerDay(LateSubmissionPlugin):
    """One point for every day that has begun."""

    def late_submission_penalty(self, student_id: str, score: float, total_seconds_late: float) -> float:
        return float(-(-total_seconds_late // DAY))
