"""Fills submitted/ from what an LMS gives: everybody's newest notebook, with the time it was handed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path, PurePosixPath

from nbgrader.api import Gradebook

from autograder.course import Course
from autograder.course.bounded import Bounded, Bounds, FailedInside, OutOfBounds
from autograder.course.names import full_name
from autograder.errors import CourseError
from autograder.intake.archive import LARGEST_FILE, Contents, Packed, open_source, printable
from autograder.intake.handed import LARGEST_TOTAL, Handed, HandedFiles, HandInError, read_handed
from autograder.intake.handins import System, write_handins
from autograder.intake.lms import Origin, understand
from autograder.intake.lms_numbers import Numbers, known_numbers, two_readings
from autograder.intake.owners import Doubt, find_person, make_people
from autograder.intake.roster import Person, Roster, read_roster, require_fit
from autograder.intake.submitted_folder import Collected, SubmittedFolder
from autograder.intake.times import local_zone, zone_name

TOMORROW = timedelta(days=1)
"""How far ahead of our clock a time may be: clocks and time zones differ."""
BOUNDS = Bounds(cpu_seconds=30, memory=2 * 2**30, answer=LARGEST_TOTAL + LARGEST_FILE + 2**20)
"""What reading one hand-in may cost: all that may be taken of it, and the zips that it is unpacked from."""


@dataclass(frozen=True)
class Left:
    """What was left alone, and why."""

    name: str
    sentence: str


@dataclass
class Collection:
    """How collecting an assignment went."""

    assignment: str
    system: System = "folder"
    taken: list[Collected] = field(default_factory=list)
    left: list[Left] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def leave(self, name: str, sentence: str) -> None:
        """List what is left alone, by a name that is safe to show."""
        shown = printable(name)
        self.left.append(Left(shown, f"{shown}: {sentence}"))


def collect(
    course: Course,
    assignment: str,
    source: Path,
    roster: Path | None = None,
    student: str | None = None,
    zone: tzinfo | None = None,
) -> Collection:
    """Take everybody's notebook from a zip, a folder or one file; what is doubtful is listed and left alone."""
    course.master(assignment)
    zone = zone or local_zone()
    if student is not None:
        require_fit(student)
    listed = read_roster(roster, zone) if roster is not None else None
    with Gradebook(course.db_url) as gradebook:
        known = [_from_gradebook(each) for each in gradebook.students]
    collection = Collection(assignment)
    with open_source(source, zone) as contents:
        collection.left += [Left(refusal.path, refusal.sentence) for refusal in contents.refused]
        found_files = (
            [_one_hand_in(contents, student)]
            if student
            else list(_hand_ins(contents, assignment, collection, listed, known))
        )
        collection.system = found_files[0].origin.system if found_files else "folder"
        origins = [each.origin for each in found_files]
        ids_in_use = [*known, *(Person(each, "") for each in course.students - {person.id for person in known})]
        whose = _matcher(listed, known, ids_in_use, student, origins, collection)
        numbers = known_numbers(course, assignment, collection.system, listed, known)
        owners = _certain(_owners(found_files, whose, collection), found_files, numbers, collection)
        writer = SubmittedFolder(course, assignment)

        def read_one(number: int) -> Handed:
            return read_handed(found_files[number], assignment, course.assignments, zone)

        with Bounded("Reading it", read_one, BOUNDS) as read:
            for hand_ins in owners.values():
                _take(_read(hand_ins, found_files, read, collection), writer, collection)
    _say_where_times_come_from(source, zone, listed, collection)
    write_handins(course, assignment, {each.student: each.handin for each in collection.taken if each.state != "older"})
    people = [*(listed.people if listed else ()), *(hand_ins[0][0] for hand_ins in owners.values())]
    _put_into_gradebook(course.db_url, people, collection.system == "canvas")
    collection.taken.sort(key=lambda each: each.student)
    return collection


def _owners(
    found_files: Sequence[HandedFiles], whose: Callable[[Origin], Person | Doubt], collection: Collection
) -> dict[str, list[tuple[Person, int]]]:
    """The hand-ins by student, as numbers of what was found; those of nobody for certain are listed and left alone."""
    owners: dict[str, list[tuple[Person, int]]] = {}
    for number, each in enumerate(found_files):
        person = whose(each.origin)
        try:
            if isinstance(person, Person):
                require_fit(person.id)
                owners.setdefault(person.id, []).append((person, number))
            else:
                collection.leave(each.origin.folder, person.sentence)
        except CourseError as error:
            collection.leave(each.origin.folder, str(error))
    return owners


def _certain(
    owners: Mapping[str, Sequence[tuple[Person, int]]],
    found_files: Sequence[HandedFiles],
    numbers: Numbers,
    collection: Collection,
) -> dict[str, list[tuple[Person, int]]]:
    """The hand-ins that the LMS's numbers do not speak against; where two people share a name, nobody's are taken."""
    origins = {student: [found_files[number].origin for _, number in hand_ins] for student, hand_ins in owners.items()}
    objections = numbers.objections({student: [each.number for each in found] for student, found in origins.items()})
    named: dict[tuple[str, str], list[str]] = {}
    for student, found in origins.items():
        for origin in found:
            if sentence := objections.get((student, origin.number)):
                named.setdefault((student, sentence), []).append(origin.folder)
    for (_, sentence), folders in named.items():
        collection.leave(", ".join(folders), sentence)
    certain = {
        student: [each for each in hand_ins if (student, found_files[each[1]].origin.number) not in objections]
        for student, hand_ins in owners.items()
    }
    return {student: hand_ins for student, hand_ins in certain.items() if hand_ins}


def _read(
    hand_ins: Sequence[tuple[Person, int]],
    found_files: Sequence[HandedFiles],
    read: Callable[[int], Handed],
    collection: Collection,
) -> list[tuple[Person, Handed]]:
    """Read what one student handed in; a whole class at once would not fit into memory."""
    found = []
    for person, number in hand_ins:
        folder = found_files[number].origin.folder
        try:
            found.append((person, read(number)))
        except HandInError as error:
            collection.leave(folder, str(error))
        except (OutOfBounds, FailedInside) as error:
            collection.leave(folder, f"it could not be read. {error}")
    return found


def _one_hand_in(contents: Contents, student: str) -> HandedFiles:
    """All files as one student's."""
    system: System = "folder"
    files = tuple((packed.path, packed) for packed in contents.files)
    return HandedFiles(Origin(system, student, "", student), files)


def _hand_ins(
    contents: Contents, assignment: str, collection: Collection, roster: Roster | None, known: Sequence[Person]
) -> Iterator[HandedFiles]:
    """The files, grouped by the student who handed them in."""
    people = roster.people if roster else known

    def is_person(name: str) -> bool:
        return isinstance(find_person(Origin("folder", name, "", name), people, ""), Person)

    owned_files = understand([packed.path for packed in contents.files], assignment, is_person)
    groups: dict[str, tuple[Origin, list[tuple[PurePosixPath, Packed]]]] = {}
    for owned, packed in zip(owned_files, contents.files, strict=True):
        if owned.ignored:
            continue
        if owned.origin is None:
            collection.leave(str(packed.path), "the name does not tell whose it is.")
            continue
        if sentence := two_readings(owned.origin, roster):
            collection.leave(str(packed.path), sentence)
            continue
        groups.setdefault(owned.origin.key, (owned.origin, []))[1].append((owned.path, packed))
    top = {packed.path.parts[0] for packed in contents.files}
    if len(top) == 1 and groups and not any(origin.folder.startswith(tuple(top)) for origin, _ in groups.values()):
        collection.remarks.append(
            f"Everything lies in the folder {printable(*top)!r}, which is taken for the class's. If it is one "
            "student's, collect it with --student."
        )
    for origin, files in groups.values():
        yield HandedFiles(origin, tuple(files))


def _matcher(
    roster: Roster | None,
    known: Sequence[Person],
    ids_in_use: Sequence[Person],
    student: str | None,
    origins: Sequence[Origin],
    collection: Collection,
) -> Callable[[Origin], Person | Doubt]:
    """A function that finds the person of a hand-in; where ids have to be made, a remark says so."""
    if student is not None:
        known_person = next((person for person in known if person.id == student), Person(student, ""))
        people = {person.id: person for person in (roster.people if roster else ())}
        return lambda origin: people.get(student, known_person)
    if roster is not None:
        collection.remarks.append(f"Students' ids come from the roster: {roster.ids_from}.")
        return lambda origin: find_person(origin, roster.people, "the roster")
    make = make_people(origins, ids_in_use)
    ids_made: list[str] = []

    def whose(origin: Origin) -> Person | Doubt:
        person = find_person(origin, known, "the gradebook")
        if isinstance(person, Person) or person.several:
            return person
        new_person = make(origin)
        if isinstance(new_person, Person) and origin.system != "folder" and not ids_made:
            ids_made.append(new_person.id)
            collection.remarks.append(
                f"Without a roster (--roster), new students' ids are made from their names in the archive, such as {new_person.id!r}."
            )
        return new_person

    return whose


def _from_gradebook(student: object) -> Person:
    first, last = (getattr(student, name) or "" for name in ("first_name", "last_name"))
    identity, email, number = (getattr(student, name) or "" for name in ("id", "email", "lms_user_id"))
    return Person(identity, full_name(first, last), first, last, email, number)


def _take(hand_ins: Sequence[tuple[Person, Handed]], writer: SubmittedFolder, collection: Collection) -> None:
    """Write what one student handed in; the oldest first, so that the newest stays."""
    contents = {frozenset(handed.content.items()) for _, handed in hand_ins}
    times = [_time_of(person, handed) for person, handed in hand_ins]
    if len(contents) > 1 and (None in times or len(set(times)) < len(times)):
        names = ", ".join(handed.origin.folder for _, handed in hand_ins)
        collection.leave(names, f"all are {hand_ins[0][0].id}'s, and it cannot be told which one is the newest.")
        return
    latest: Collected | None = None
    ordered = sorted(zip(times, hand_ins, strict=True), key=lambda each: each[0] or datetime.min.replace(tzinfo=UTC))
    for time, (person, handed) in ordered:
        try:
            latest = writer.write(person, handed, time)
        except HandInError as error:
            collection.leave(handed.origin.folder, str(error))
        except OSError as error:  # such as a name that this disk does not take
            collection.leave(handed.origin.folder, f"it cannot be written: {error.strerror}.")
    if latest is not None:
        collection.taken.append(latest)


def _time_of(person: Person, handed: Handed) -> datetime | None:
    """The time that the LMS says, else the file's own; None where that is in the future."""
    time = person.time or handed.time
    return time if time is not None and time < datetime.now(UTC) + TOMORROW else None


def _say_where_times_come_from(source: Path, zone: tzinfo, roster: Roster | None, collection: Collection) -> None:
    if not collection.taken:
        return
    if roster is not None and any(person.time for person in roster.people):
        collection.remarks.append(
            f"Times of submission are the roster's, else those of the files, read as {zone_name(zone)} time (--timezone)."
        )
    elif source.is_file() and source.suffix.lower() == ".zip":
        collection.remarks.append(
            f"Times of submission are those of the files in the zip, read as {zone_name(zone)} time (--timezone)."
        )
    else:
        collection.remarks.append("Times of submission are those of the files.")


def _put_into_gradebook(db_url: str, people: Sequence[Person], numbered: bool) -> None:
    """Write names, addresses and the LMS's numbers of people; what is not known stays as it is.

    Canvas gives a person one number for all assignments. Moodle gives another one in each, which is of no use later.
    """
    with Gradebook(db_url) as gradebook:
        for person in people:
            about = {
                "first_name": person.first,
                "last_name": person.last,
                "email": person.email,
                "lms_user_id": person.number if numbered else "",
            }
            gradebook.update_or_create_student(person.id, **{name: value for name, value in about.items() if value})
