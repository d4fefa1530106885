import { expect, test } from "vitest";
import { batchConcurrent } from "./batch-concurrent.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("calls that come while it pays to wait run as one batch, each with its own answer", async () => {
  const batches: number[][] = [];
  const double = batchConcurrent<number, number>(
    async (inputs) => {
      batches.push([...inputs]);
      return inputs.map((input) => input * 2);
    },
    () => 20,
  );
  const first = [1, 2, 3].map(double);
  expect(await Promise.all(first)).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test("a call runs at once while nothing waits, and does not wait for one under way", async () => {
  const batches: string[][] = [];
  const slow = batchConcurrent<string, string>(
    async (inputs) => {
      batches.push([...inputs]);
      if (inputs.includes("slow")) await wait(50);
      return inputs;
    },
    () => 0,
  );
  const first = slow("slow");
  expect(await slow("quick")).toBe("quick");
  expect(batches).toEqual([["slow"], ["quick"]]);
  await first;
});

test("a call that fails does not take along the others of its batch", async () => {
  const batches: string[][] = [];
  const strict = batchConcurrent<string, string>(
    async (inputs) => {
      batches.push([...inputs]);
      if (inputs.includes("bad")) throw new Error("bad");
      return inputs;
    },
    () => 5,
  );
  const answers = await Promise.allSettled(["good", "bad", "fine"].map(strict));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches).toEqual([["good", "bad", "fine"], ["good"], ["bad"], ["fine"]]);
});
