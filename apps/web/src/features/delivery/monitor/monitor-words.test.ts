import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { agentStatus, countAgents, toneForGroup, waitWords } from "./monitor-words.ts";

test("an agent whose place is too old is told apart from those who are believed", () => {
  expect(agentStatus({ status: "busy", isStale: true })).toBe("stale");
  expect(agentStatus({ status: "busy", isStale: false })).toBe("busy");
});

test("agents are counted by how they stand, each once", () => {
  const agents = [
    { status: "available", isStale: false },
    { status: "available", isStale: true },
    { status: "offline", isStale: false },
  ] as const;
  expect(countAgents(agents)).toBe("3 agents: 1 available, 1 with a stale location, 1 offline");
});

test("statuses have the colours that they have in the reports", () => {
  expect(["Done", "Failed", "On the way", "Open", "Not done"].map(toneForGroup)).toEqual([
    "good",
    "bad",
    "accent",
    "quiet",
    "quiet",
  ]);
});

test.each([
  [-2000, "under 1 min"],
  [59_000, "under 1 min"],
  [6_900_000, "1 h 55 min"],
])("a wait of %i ms is %s", (milliseconds, words) => {
  expect(waitWords(milliseconds, ownFormats)).toBe(words);
});
