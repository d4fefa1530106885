import { expect, test } from "vitest";
import { gather } from "./batch-concurrent.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("asks that come while it pays to wait are answered in one go, each with its own answer", async () => {
  const rounds: number[][] = [];
  const double = gather<number, number>(
    async (asks) => {
      rounds.push([...asks]);
      return asks.map((ask) => ask * 2);
    },
    () => 20,
  );
  const first = [1, 2, 3].map(double);
  expect(await Promise.all(first)).toEqual([2, 4, 6]);
  expect(await double(4)).toBe(8);
  expect(rounds).toEqual([[1, 2, 3], [4]]);
});

test("an ask goes at once while nothing stands in line, and does not wait for one under way", async () => {
  const rounds: string[][] = [];
  const slow = gather<string, string>(
    async (asks) => {
      rounds.push([...asks]);
      if (asks.includes("slow")) await wait(50);
      return asks;
    },
    () => 0,
  );
  const first = slow("slow");
  expect(await slow("quick")).toBe("quick");
  expect(rounds).toEqual([["slow"], ["quick"]]);
  await first;
});

test("an ask that fails does not take along those that were asked with it", async () => {
  const rounds: string[][] = [];
  const strict = gather<string, string>(
    async (asks) => {
      rounds.push([...asks]);
      if (asks.includes("bad")) throw new Error("bad");
      return asks;
    },
    () => 5,
  );
  const answers = await Promise.allSettled(["good", "bad", "fine"].map(strict));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(rounds).toEqual([["good", "bad", "fine"], ["good"], ["bad"], ["fine"]]);
});
