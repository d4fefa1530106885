import { expect, test } from "vitest";
import { stateWords } from "./state-words.ts";

test("every state has a word of its own, those that need someone first", () => {
  expect(Object.values(stateWords)).toEqual(["Needs attention", "Failing", "Late", "Pending", "Healthy", "Paused"]);
});
