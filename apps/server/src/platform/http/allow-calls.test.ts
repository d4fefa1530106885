import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "../errors.ts";
import { allowCalls } from "./allow-calls.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const open = () => allowCalls({ calls: 3, perSeconds: 60, what: "This report" });

function call(allow: (name: string) => void, name: string, times: number): (AppError | null)[] {
  return Array.from({ length: times }, () => {
    try {
      allow(name);
      return null;
    } catch (error) {
      return error as AppError;
    }
  });
}

test("as many calls pass as are allowed, and the next is told when to come again", () => {
  const answers = call(open(), "one", 4);
  expect(answers.slice(0, 3)).toEqual([null, null, null]);
  expect(answers[3]).toBeInstanceOf(AppError);
  expect(answers[3]).toMatchObject({
    kind: "limit_reached",
    message: "This report was requested too often. Try again in 60 seconds.",
    retryAfterSeconds: 60,
  });
});

test("the calls of one name leave those of another be", () => {
  const allow = open();
  call(allow, "one", 9);
  expect(call(allow, "two", 3)).toEqual([null, null, null]);
});

test("once the while is over the count begins anew", () => {
  const allow = open();
  call(allow, "one", 9);
  vi.advanceTimersByTime(59_000);
  expect(call(allow, "one", 1)).toEqual([expect.objectContaining({ retryAfterSeconds: 1 })]);
  vi.advanceTimersByTime(1000);
  const [first, , , fourth] = call(allow, "one", 4);
  expect([first, fourth?.kind]).toEqual([null, "limit_reached"]);
});
