import { expect, test } from "vitest";
import { ModelFailure } from "./model-failure.ts";
import { readEvents } from "./read-events.ts";
import { readJsonLines } from "./read-json-lines.ts";
import { readLines } from "./read-lines.ts";

async function* inChunks(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let start = 0; start < whole.length; start += bytes) yield whole.subarray(start, start + bytes);
}

async function list<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function findReason(values: AsyncIterable<unknown>): Promise<string> {
  const error: unknown = await list(values).catch((reason) => reason);
  if (error instanceof ModelFailure) return error.reason;
  throw error;
}

test.each([1, 2, 3, 7, 1000])("lines are whole, whether they come in pieces of %i bytes", async (bytes) => {
  const lines = await list(readLines(inChunks("Grüße 👋🏽\r\n\n東京\nhalf", bytes)));
  expect(lines.map(({ text }) => text)).toEqual(["Grüße 👋🏽", "", "東京", "half"]);
  expect(lines.map(({ isWhole }) => isWhole)).toEqual([true, true, true, false]);
});

test("a line without end is cut off, in one piece or in many", async () => {
  const long = "x".repeat(1024 ** 2 + 1);
  expect(await findReason(readLines(inChunks(long, 4096)))).toBe("malformed");
  expect(await findReason(readLines(inChunks(`${long}\n`, 2 * 1024 ** 2)))).toBe("malformed");
});

test("a stream that stops has its source closed", async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (;;) yield Buffer.from("one\n");
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of readLines(source())) break;
  expect(isClosed).toBe(true);
});

test("each line holds an object; half of one at the end was cut off, and anything else is not known", async () => {
  expect(await list(readJsonLines(inChunks('{"a":1}\n\n{"b":[2]}', 3)))).toEqual([{ a: 1 }, { b: [2] }]);
  expect(await findReason(readJsonLines(inChunks('{"a":1}\n{"b":', 3)))).toBe("cut");
  expect(await findReason(readJsonLines(inChunks('{"a":\n{"b":1}\n', 3)))).toBe("malformed");
  expect(await findReason(readJsonLines(inChunks("[1]\n", 3)))).toBe("malformed");
});

test("numbers that are too long to be exact are kept as texts", async () => {
  expect(await list(readJsonLines(inChunks('{"id":12345678901234567890}\n', 100)))).toEqual([
    { id: "12345678901234567890" },
  ]);
});

test.each([1, 4, 1000])("events say what their lines of data say, in pieces of %i bytes", async (bytes) => {
  const stream =
    ': kept open\r\n\r\nevent: one\r\ndata: {"a":\r\ndata: 1}\r\n\r\nid: 7\ndata:[DONE]\n\nretry: 5\n\ndata: last';
  const events = await list(readEvents(inChunks(stream, bytes)));
  expect(events).toEqual([
    { text: '{"a":\n1}', isWhole: true },
    { text: "[DONE]", isWhole: true },
    { text: "last", isWhole: false },
  ]);
});

test("an event without end is cut off, though its lines are short", async () => {
  expect(await findReason(readEvents(inChunks("data: word\n".repeat(300_000), 65_536)))).toBe("malformed");
});
