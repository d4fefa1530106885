import { expect, test } from "vitest";
import { createLogQueue } from "./log-queue.ts";

const lineAt = (second: number) => `{"level":"info","time":"2026-11-18T10:00:${String(second).padStart(2, "0")}.000Z"}`;

test("when there is no room the oldest lines go, and the gap says how many and between which times", () => {
  const queue = createLogQueue({ lines: 3 });
  for (let second = 0; second < 10; second++) queue.write(lineAt(second));
  expect(queue.takeGap()).toEqual({ lines: 7, from: "2026-11-18T10:00:00.000Z", to: "2026-11-18T10:00:06.000Z" });
  expect(queue.takeGap()).toBeNull();
  expect(queue.take(10)).toEqual([lineAt(7), lineAt(8), lineAt(9)]);
  expect(queue.droppedInAll()).toBe(7);
});

test("a few long lines are bounded by their bytes", () => {
  const queue = createLogQueue({ bytes: 1000 });
  for (let count = 0; count < 5; count++) queue.write("x".repeat(400));
  expect(queue.size()).toBe(2);
  queue.write("x".repeat(5000));
  expect(queue.size()).toBe(0);
  expect(queue.droppedInAll()).toBe(6);
});

test("lines leave in the order in which they came, however many there are", () => {
  const queue = createLogQueue();
  for (let number = 0; number < 5000; number++) queue.write(String(number));
  const taken: string[] = [];
  while (queue.size() > 0) taken.push(...queue.take(700));
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, number) => String(number)));
});
