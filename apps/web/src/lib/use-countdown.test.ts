import { expect, test } from "vitest";
import { formatClock } from "./use-countdown.ts";

test("a wait reads as minutes and seconds", () => {
  expect([0, 9, 60, 65, 600].map(formatClock)).toEqual(["0:00", "0:09", "1:00", "1:05", "10:00"]);
});
