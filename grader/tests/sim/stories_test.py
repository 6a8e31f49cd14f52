"""The stories that `trace` writes for the player: what each thread knows, step by step.

    stories_test.py SOURCE BUILD [CLASS.TEST...]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import SOURCE, RealTest, main

EXAMPLES = SOURCE / "docs/examples"
TESTS = SOURCE / "grader/tests/sim"


def find(story, what, begin=0):
    """The index of the first step like this from the step `begin` on."""
    steps = enumerate(story["steps"])
    return next(i for i, step in steps if i >= begin and step["what"] == what)


def readable(story, after, name):
    """The values of a word that a step's lane may still read after the step, as the player works
    them out (grader/player/README.md)."""
    steps, words = story["steps"], story["words"]
    values, known = ["before"], 0
    for i, step in enumerate(steps[: after + 1]):
        if "writes" not in step or words[step["word"]]["name"] != name:
            continue
        values.append(step["writes"])
        lasts = [after] + [k for k in steps[after]["knows"] if k >= i]
        if any(steps[last]["lane"] == step["lane"] for last in lasts):
            known = len(values) - 1
    return set(values[known:])


def before(story, step):
    """The steps from which arrows lead to this one."""
    return sorted(arrow["from"] for arrow in story["arrows"] if arrow["to"] == step)


def are_linked(story, *whats):
    """Whether these steps follow each other along arrows."""
    steps = [find(story, what) for what in whats]
    return all(one in before(story, other) for one, other in zip(steps, steps[1:]))


def fenced(story):
    """The fences that make writes visible, by index, each with these writes."""
    return {i: s["fenced"] for i, s in enumerate(story["steps"]) if s.get("fenced")}


class Stories(RealTest):
    def story(self, file, *more):
        out = self.folder / "x.story.json"
        self.output(["trace", EXAMPLES / file, "--out", out, *more])
        return self.parse(out.read_text())

    def test_a_signal_that_was_seen_tells_nothing_of_the_message_until_there_is_a_fence(
        self,
    ):
        wrong = self.story("message_by_volatile.cu")
        self.assertEqual(wrong["verdict"], "data_race")
        seen = find(wrong, "volatile read flag")
        self.assertEqual(wrong["steps"][seen]["saw"], find(wrong, "volatile write flag"))
        self.assertEqual(readable(wrong, seen, "message"), {"before", "42"})
        race = {"from": find(wrong, "write message"), "to": find(wrong, "read message")}
        self.assertEqual(wrong["missing_arrow"], race)
        right = self.story("message_by_two_fences.cu")
        self.assertEqual(right["verdict"], "")
        flag = find(right, "volatile read flag")
        fence = find(right, "__threadfence", flag)
        self.assertEqual(readable(right, flag, "message"), {"before", "42"})
        self.assertEqual(readable(right, fence, "message"), {"42"})
        self.assertEqual(right["steps"][find(right, "read message")]["reads"], "42")

    def test_knowledge_is_passed_on_and_a_fence_of_a_block_does_not_reach_another(self):
        relay = self.story("relay_fenced.cu")
        fence = find(relay, "__threadfence", find(relay, "volatile read second"))
        self.assertEqual(readable(relay, fence, "message"), {"42"})
        narrow = self.story("message_by_block_fences.cu")
        last = len(narrow["steps"]) - 1
        self.assertEqual(readable(narrow, last, "message"), {"before", "42"})

    def test_lanes_of_a_warp_meet_at_syncwarp_and_know_what_the_others_wrote(self):
        story = self.story("neighbours.cu")
        self.assertEqual(story["verdict"], "data_race")
        self.assertEqual(story["steps"][-1]["knows"], [])

    def test_arrows_lead_from_kernel_to_kernel_where_streams_or_events_order_them(self):
        event = ("write data", "cudaEventRecord", "cudaStreamWaitEvent", "read data")
        for wrong, right, apart, linked in [
            ("two_streams", "two_streams_event", ("write data", "read data"), event),
            (
                "default_stream_non_blocking",
                "default_stream",
                ("read data", "write data"),
                ("write data", "read data"),
            ),
        ]:
            repaired = EXAMPLES / f"{right}.cu"
            story = self.story(f"{wrong}.cu", "--repaired", repaired)
            self.assertFalse(are_linked(story, *apart))
            self.assertTrue(are_linked(story["repaired"], *linked))

    def test_arrows_lead_to_a_copy_from_its_call_and_from_and_to_what_streams_order(self):
        story = self.story("copy_after_an_event.cu")
        for linked in [
            ("cudaMemcpyAsync in stream work", "cudaMemcpyAsync host"),
            ("cudaMemcpyAsync data", "read data"),
            ("write data", "cudaEventRecord", "cudaStreamWaitEvent"),
        ]:
            self.assertTrue(are_linked(story, *linked), linked)
        back = find(story, "cudaStreamWaitEvent")
        copy = find(story, "cudaMemcpyAsync data", back)
        self.assertEqual(*(story["steps"][i]["lane"] for i in (copy, back)))
        wrong = self.story("copy_in_another_stream.cu")
        self.assertEqual(wrong["verdict"], "data_race")
        self.assertEqual(wrong["arrows"], [])
        self.assertEqual(wrong["missing_arrow"], {"from": 0, "to": 1})

    def test_arrows_lead_to_the_hosts_waits_from_the_last_that_it_has_waited_for(self):
        device = self.story("two_streams_event.cu")
        recorded = find(device, "cudaEventRecord", find(device, "write data"))
        waits = before(device, find(device, "cudaDeviceSynchronize"))
        self.assertEqual(waits, [recorded, find(device, "write result")])
        call = find(device, "cudaMemcpy in default stream")
        again = find(device, "cudaMemcpy in default stream", call + 1)
        self.assertEqual(before(device, again), [find(device, "cudaMemcpy result")])
        self.assertEqual(before(device, call), [])
        # No arrow comes from the other stream: the event has already ordered its work.
        stream = self.story("copy_after_an_event.cu")
        sync = find(stream, "cudaStreamSynchronize in stream back")
        self.assertEqual(before(stream, sync), [sync - 1])
        awaited = ("--", "awaited_by_the_host")
        event = self.story(TESTS / "programs/event_order.cu", *awaited)
        done = find(event, "cudaEventRecord", find(event, "write data"))
        self.assertEqual(before(event, find(event, "cudaEventSynchronize")), [done])

    def test_of_two_fences_the_second_makes_the_first_ones_writes_visible(self):
        story = self.story("store_buffering_fenced.cu")
        first = find(story, "__threadfence")
        second = find(story, "__threadfence", first + 1)
        visible = [{"write": find(story, "volatile write x"), "fence": first}]
        self.assertEqual(fenced(story), {second: visible})
        # The fence adds no happens-before.
        self.assertEqual(story["steps"][second]["knows"], [])

    def test_a_fence_makes_visible_what_its_thread_saw_too(self):
        story = self.story("independent_reads_fenced.cu")
        self.assertTrue(fenced(story))
        for i, told in fenced(story).items():
            self.assertEqual(story["steps"][i]["what"], "__threadfence")
            self.assertTrue(all("fence" in one for one in told))
        # If happens-before orders the write, the order of fences adds nothing; and block-scope
        # fences of different blocks have no order.
        self.assertEqual(fenced(self.story("message_by_two_fences.cu")), {})
        shape = ("--", "volatile", "block", "blocks", "SB")
        wrong = self.story(TESTS / "litmus/litmus.cu", *shape)
        find(wrong, "__threadfence_block")
        self.assertEqual(fenced(wrong), {})

    def test_kernels_are_numbered_in_the_order_of_their_launches(self):
        story = self.story("default_stream_non_blocking.cu")
        fill = find(story, "launch kernel 1, fill in stream a")
        self.assertLess(fill, find(story, "launch kernel 2, copy in default stream"))
        # The second kernel begins first.
        self.assertLess(find(story, "read data"), find(story, "write data"))

    def test_another_file_is_the_repaired_program_beside_the_wrong_one(self):
        fixed = EXAMPLES / "message_by_two_fences.cu"
        story = self.story("message_by_volatile.cu", "--repaired", fixed)
        self.assertEqual(story["verdict"], "data_race")
        self.assertEqual(story["repaired"]["verdict"], "")
        self.assertGreater(len(story["repaired"]["steps"]), len(story["steps"]))
        self.assertIn("message_by_two_fences.cu", story["repair"])


if __name__ == "__main__":
    main()
