import { expect, test } from "vitest";
import { visualRuns } from "./text-runs.ts";

/** What stands on the page from left to right, with Arabic words as they are spelled. */
const shown = (text: string) =>
  visualRuns(text)
    .map((run) => run.text)
    .join("|");

test.each([
  ["Latin alone stays as it is", "Ann Becker, 12", "Ann Becker, 12"],
  ["Arabic words go from right to left", "محمد عبد الله", "الله| |عبد| |محمد"],
  ["an Arabic name inside of Latin keeps its place", "Omar محمد علي B", "Omar |علي| |محمد| B"],
  ["figures inside of Arabic are read from left to right", "فرع 12 دبي", "دبي| 12 |فرع"],
  ["a day inside of Arabic is read from left to right", "منذ 2026-11-01 دبي", "دبي| 2026-11-01 |منذ"],
  ["brackets turn with the text around them", "فرع (دبي)", "(|دبي|) |فرع"],
  ["Arabic figures come turned, since the font turns them", "فرع ١٢٣", "٣٢١ |فرع"],
  ["a Latin word inside of Arabic is read from left to right", "شركة Acme دبي", "دبي| Acme |شركة"],
  ["a reference inside of Arabic is read from left to right", "طلب SO-7 دبي", "دبي| SO-7 |طلب"],
  ["pictures and marks of direction are left out", "🚚 Truck \u200F🇦🇪 👨‍👩‍👧 team\u202E", "Truck team"],
  ["nothing is nothing", "\u0000 🚚", ""],
])("%s", (_, text, expected) => {
  expect(shown(text)).toBe(expected);
});
