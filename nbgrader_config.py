"""nbgrader's configuration of this course: its folders, and our parts in its pipeline."""

from pathlib import Path

from autograder.course.folder import working_folder
from autograder.nbgrader.formgrader_page import template_folders

c = get_config()

c.CourseDirectory.root = str(working_folder(Path(__file__).absolute().parent))
c.CourseDirectory.course_id = "attention"
c.CourseDirectory.source_directory = "source"
c.CourseDirectory.release_directory = "notebooks"
c.CourseDirectory.submitted_directory = "submitted"
c.CourseDirectory.autograded_directory = "autograded"
c.CourseDirectory.feedback_directory = "feedback"

# Masters live in solutions/, outside nbgrader's source folder; the source notebook is made from them each time.
c.GenerateAssignment.pre_convert_hook = "autograder.course.release.refresh_source"
c.GenerateAssignment.preprocessors = [
    "nbgrader.preprocessors.LockCells",
    "autograder.nbgrader.stubs.NamedStubs",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.SaveCells",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# Marking schemes stand in the locked text above each written answer: hidden from students, back for the TA.
c.ClearMarkScheme.enforce_metadata = False

# Grading: locked cells are restored, the submission runs in a jail, the hidden checks judge it from outside.
# RestoreMetadata writes the metadata of all cells anew, so nbgrader's slow CheckCellMetadata has nothing to find.
c.Autograde.sanitize_preprocessors = [
    "autograder.nbgrader.recover_cells.RecoverCells",
    "autograder.nbgrader.own_outputs.KeepTrainingFigures",
    "autograder.nbgrader.restore_cells.RestoreMetadata",
    "autograder.nbgrader.restore_cells.RestoreLocked",
]
c.Autograde.autograde_preprocessors = [
    "autograder.nbgrader.judge.JudgeSubmission",
    "nbgrader.preprocessors.IgnorePattern",
    "nbgrader.preprocessors.LimitOutput",
    "autograder.nbgrader.save_grades.SaveGrades",
    "autograder.nbgrader.recover_cells.FlagDoubtful",
    "nbgrader.preprocessors.AssignLatePenalties",
    "autograder.nbgrader.preflight_penalty.PreflightPenalty",
]
c.RestoreLocked.add_missing_cells = True
c.Autograde.pre_convert_hook = "autograder.intake.times.set_aside_bad_times"

# Feedback: one page of ours per student; nothing that a student handed in lies beside it. HTML of theirs is not copied at all.
c.GenerateFeedback.exporter_class = "autograder.nbgrader.feedback.FeedbackExporter"
c.GenerateFeedback.preprocessors = []
c.GenerateFeedback.post_convert_hook = "autograder.feedback.beside.keep_only_pages"
c.CourseDirectory.ignore = [
    ".ipynb_checkpoints",
    "*.pyc",
    "__pycache__",
    "*.html",
    "*.htm",
    "*.xhtml",
    "*.svg",
    "*.xml",
]
c.ExchangeFactory.release_feedback = "autograder.nbgrader.exchange.ReleaseFeedback"

# formgrader shows what students wrote in pages that may change grades: no script of theirs runs there.
c.HTMLExporter.sanitize_html = True
c.HTMLExporter.filters = {
    "clean_html": "autograder.nbgrader.clean.clean_html",
    "markdown2html": "autograder.nbgrader.clean.markdown2html",
}
c.HTMLExporter.preprocessors = ["autograder.nbgrader.formgrader_page.FormgraderPage"]
c.HTMLExporter.template_name = "formgrader_page"
c.HTMLExporter.extra_template_basedirs = c.HTMLExporter.extra_template_paths = template_folders()

# What a finding of preflight costs, and all of a submission's at most; then grade with --force.
# c.PreflightPenalty.points_per_finding = 0.0
# c.PreflightPenalty.most = 5.0

# Limits of one submission, here with their defaults; `autograder doctor` shows them.
# c.JudgeSubmission.cell_seconds = 30
# c.JudgeSubmission.check_seconds = 10
# c.JudgeSubmission.memory = 2 * 2**30
