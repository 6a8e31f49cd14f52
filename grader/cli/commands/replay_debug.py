# Runs inside gdb: stops a replay where its accesses meet, each on the right CUDA thread.
#
# `gridlock replay ... --debug` writes a plan (JSON, named by GRIDLOCK_DEBUG_PLAN):
#
#   module  the submission, compiled; the worker loads it
#   places  the accesses of the finding in their order, each with file, line, block,
#           thread, host, text, and pc: the last byte, in the module, of the call by which
#           the program announces the access to the simulator; 0 if that is unknown
#   whole   whether a whole program runs, in a process that the worker makes
#   batch   no user is present: print what there is to see and end
#
# A replay is the same each time.  So it runs twice: the first run counts how often each
# place is reached before the end, and the second run stops at the right one of these
# times.  The end is the moment at which the simulator reports the finding.
#
# A place is the call that announces the access, just before the access itself.  In a
# loop, the call announces one word after the other.  The right time is then the last one
# with the address of the access that completes the finding.  If no such call is known,
# the place is the line of the access, and the right time is the last.
import json
import os
import traceback

import gdb

with open(os.environ["GRIDLOCK_DEBUG_PLAN"], encoding="utf-8") as file:
    plan = json.load(file)


def builtin(name):
    """A built-in variable of the CUDA thread that runs: three numbers."""
    numbers = f"((unsigned*)&{name})"
    return [int(gdb.parse_and_eval(f"{numbers}[{i}]")) for i in range(3)]


def show(numbers, usual=0):
    """The first number alone if the others are as `usual`: "1" for (1, 0, 0)."""
    if all(number == usual for number in numbers[1:]):
        return str(numbers[0])
    return "({}, {}, {})".format(*numbers)


def who(place):
    if place["host"]:
        return "the host"
    return f"block {show(place['block'])}, thread {show(place['thread'])}"


def runs_here(place):
    """Whether the thread that runs is the one of this place."""
    if place["host"]:
        return True
    return (
        builtin("blockIdx") == place["block"] and builtin("threadIdx") == place["thread"]
    )


def own_frames():
    """The frames of the submission, innermost first."""
    frames = []
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        sal = frame.find_sal()
        ours = (frame.name() or "gridlock::").startswith("gridlock::")
        if gdb.solib_name(frame.pc()) == plan["module"] and sal.line and not ours:
            frames.append(frame)
        frame = frame.older()
    return frames


def is_at(place):
    """Whether the submission's innermost line is the one of this place."""
    frames = own_frames()
    if not frames:
        return False
    sal = frames[0].find_sal()
    return sal.line == place["line"] and os.path.basename(
        sal.symtab.filename
    ) == os.path.basename(place["file"])


def module_begin():
    """The address at which the module is loaded."""
    with open(f"/proc/{gdb.selected_inferior().pid}/maps", encoding="utf-8") as maps:
        for line in maps:
            if line.rstrip().endswith(" " + plan["module"]):
                return int(line.partition("-")[0], 16)
    raise RuntimeError("The module is not loaded.")


def call_before(end):
    """The call that returns to this address; none if there is no such instruction."""
    code = bytes(gdb.selected_inferior().read_memory(end - 6, 6))
    if code[1] == 0xE8:  # call there
        return end - 5
    if code[:2] == b"\xff\x15":  # call *there(%rip)
        return end - 6
    return None


def arguments_now():
    """The first two arguments of the call that is about to be made: one is the address."""
    return tuple(int(gdb.parse_and_eval(f"(unsigned long)${r}")) for r in ("rdi", "rsi"))


def is_in(function):
    """Whether the stack has a call of this function of the simulator."""
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        if (frame.name() or "").startswith(function):
            return True
        frame = frame.older()
    return False


class Place(gdb.Breakpoint):
    """Where a finding's access is made, for its CUDA thread alone."""

    def __init__(self, which, stop_at):
        self.place = plan["places"][which]
        self.returns_to = self.call = None
        if self.place["pc"]:
            self.returns_to = module_begin() + self.place["pc"] + 1
            self.call = call_before(self.returns_to)
        if self.call:
            super().__init__(f"*{self.call:#x}")
        else:
            super().__init__(source=self.place["file"], line=self.place["line"])
        self.silent = True
        self.which = which + 1
        self.begin()
        self.counted = 0  # Number of hits up to the access.
        self.stop_at = stop_at

    def begin(self):
        """A new run begins."""
        self.hits = 0
        self.arguments = []

    def count(self, last=None):
        """Notes which hit is the access: the last one.  With `last`, the arguments of
        another access, it is the last hit with the same address."""
        self.counted = self.hits
        if not self.call or not last:
            return
        for same in (lambda hit: hit[0] == last[0], lambda hit: set(hit) & set(last)):
            for i, hit in enumerate(self.arguments):
                if same(hit):
                    self.counted = i + 1
            if self.counted and same(self.arguments[self.counted - 1]):
                return

    def stop(self):
        if not runs_here(self.place):
            return False
        self.hits += 1
        if self.call:
            self.arguments.append(arguments_now())
        if self.hits != self.stop_at:
            return False
        reached[0] = self
        return True


class Report(gdb.Breakpoint):
    """Notes that the simulator reports the plan's finding; stops there if `stops`."""

    def __init__(self, stops):
        super().__init__("gridlock::sim::Findings::report")
        self.silent = True
        self.place = plan["places"][-1]
        self.which = len(plan["places"])
        self.stops = stops
        self.seen = False

    def stop(self):
        if self.seen or not runs_here(self.place):
            return False
        last = places[-1]
        # The simulator reports two unordered writes only after the second one, at the
        # next call of the thread that made it.
        is_late = is_in("gridlock::sim::LatestAccess::judge_write") and last.call
        if not (last.hits > 0 if is_late else is_at(self.place)):
            return False
        self.seen = True
        last.count()
        frames = own_frames()
        if is_late and frames and frames[0].pc() == last.returns_to:
            last.counted -= 1  # The call in progress is already the next one.
        address = last.arguments[last.counted - 1] if last.call else None
        for place in places[:-1]:
            place.count(address)
        if self.stops:
            reached[0] = self
        return self.stops


def announce(stop):
    place = stop.place
    many = len(plan["places"])
    which = f"Stop {stop.which} of {many}" if many > 1 else "Stop"
    print(f"\n{which}: {who(place)} at {place['file']}:{place['line']}, {place['text']}")
    if stop.which == many and completes[0]:
        print("This access completes the finding; it has not been made yet.")
    frames = own_frames()
    for frame in frames:
        sal = frame.find_sal()
        line = f"{sal.symtab.filename}:{sal.line}"
        print(f"  {frame.name()} at {os.path.basename(line)}")
        text = gdb.execute(f"list {line},{line}", to_string=True)
        print("      " + text.partition("\t")[2].strip())
    if frames:
        frames[0].select()
    if plan["batch"]:
        for what in ("args", "locals"):
            print(gdb.execute(f"info {what}", to_string=True).rstrip())
        gdb.execute("cuda")


def note_stop(_event):
    stop, reached[0] = reached[0], None
    gdb.execute("set args " + arguments)  # for gdb's own `run`
    if stop is not None:
        announce(stop)


class Cuda(gdb.Command):
    """Says which CUDA thread runs: its block and thread, and the shape of the launch.

    The same numbers are $block() and $thread(), of another axis $block("y").  A breakpoint
    for one thread:
        break last_block.cu:12 if $block() == 1 && $thread() == 0
    gdb sees the thread that runs, and no other: the simulator keeps the others on stacks of
    its own, of which gdb knows nothing."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_STATUS)

    def invoke(self, _argument, _from_tty):
        if builtin("gridDim") == [0, 0, 0]:
            print("The host runs; no kernel has begun.")
            return
        print(
            f"block {show(builtin('blockIdx'))} of {show(builtin('gridDim'), 1)}, "
            f"thread {show(builtin('threadIdx'))} of {show(builtin('blockDim'), 1)}"
        )


class Index(gdb.Function):
    """An index of the CUDA thread that runs: $block() is blockIdx.x, $block("y") .y."""

    def __init__(self, name, variable):
        super().__init__(name)
        self.variable = variable

    def invoke(self, axis="x"):
        if not isinstance(axis, str):
            axis = axis.string()
        return builtin(self.variable)["xyz".index(axis)]


def set_up():
    for setting in (
        "pagination off",
        "confirm off",
        "breakpoint pending on",
        "print thread-events off",
        "print inferior-events off",
        "debuginfod enabled off",
        "unwindonsignal on",
    ):
        try:
            gdb.execute(f"set {setting}", to_string=True)
        except gdb.error:
            pass  # An older gdb does not know the setting.
    if plan["whole"]:
        gdb.execute("set follow-fork-mode child")
    # The simulator handles these signals itself.
    for signal in ("SIGVTALRM", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"):
        gdb.execute(f"handle {signal} nostop noprint pass", to_string=True)


def is_running():
    return gdb.selected_inferior().pid != 0


def note_module(event):
    """The module is loaded: now its lines are known."""
    if event.new_objfile.filename != plan["module"]:
        return
    for place in places:
        place.begin()
    if report:
        report[0].seen = False
    if not places:
        places.extend(Place(which, stop_at) for which, stop_at in enumerate(stops_at))
        if len(stops_at) < len(plan["places"]) or not completes[0]:
            report.append(Report(stops=completes[0]))


def count():
    """Learns at which hit of each place to stop: the last before the end."""
    stops_at.extend(0 for _ in plan["places"])
    gdb.execute("run", to_string=True)
    if plan["whole"]:  # Return from the program's process to the worker that made it.
        gdb.execute("inferior 1", to_string=True)
        gdb.execute("remove-inferiors 2", to_string=True)
    completes[0] = report[0].seen
    stops_at.clear()
    stops_at.extend(place.counted if report[0].seen else place.hits for place in places)
    if report[0].seen and not places[-1].call:
        stops_at.pop()  # The report takes the place of the last stop.
    for breakpoint in places + report:
        breakpoint.delete()
    places.clear()
    report.clear()


def main():
    set_up()
    Cuda()
    Index("block", "blockIdx")
    Index("thread", "threadIdx")
    gdb.events.new_objfile.connect(note_module)
    count()
    gdb.events.stop.connect(note_stop)
    print(plan["greeting"])
    gdb.execute("run")
    while plan["batch"] and is_running():
        gdb.execute("continue")


reached = [None]
arguments = gdb.parameter("args")
places = []
report = []
stops_at = []  # One number per place.
completes = [False]  # Whether the first run reported the finding, at its last access.
try:
    main()
except Exception:
    if not plan["batch"]:
        raise
    traceback.print_exc()
    gdb.execute("quit 1")
