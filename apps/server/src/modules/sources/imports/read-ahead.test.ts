import { expect, test } from "vitest";
import { readAhead } from "./read-ahead.ts";

test("the next item is made while the one before it is used", async () => {
  const made: number[] = [];
  const items = readAhead(numbers(made));
  expect([(await items.next()).value, made]).toEqual([1, [1, 2]]);
  expect([(await items.next()).value, made]).toEqual([2, [1, 2, 3]]);
  expect([(await items.next()).value, (await items.next()).done]).toEqual([3, true]);
});

test("a source is closed when no more of it is wanted", async () => {
  let isClosed = false;
  const items = readAhead(numbers([], () => (isClosed = true)));
  for await (const item of items) if (item === 1) break;
  expect(isClosed).toBe(true);
});

test("what goes wrong ahead is told after the items before it", async () => {
  const items = readAhead(failing());
  expect((await items.next()).value).toBe(1);
  await expect(items.next()).rejects.toThrow("no more");
});

async function* numbers(made: number[], close = () => {}): AsyncGenerator<number, void> {
  try {
    for (const number of [1, 2, 3]) {
      made.push(number);
      yield number;
    }
  } finally {
    close();
  }
}

async function* failing(): AsyncGenerator<number, void> {
  yield 1;
  throw new Error("no more");
}
