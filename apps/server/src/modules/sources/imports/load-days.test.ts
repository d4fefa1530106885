import { afterAll, beforeAll, expect, test } from "vitest";
import { narrowDays } from "./file-days.ts";
import { type ImportFixture, openImportFixture, saleFields, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const line = (key: string, day: string) => `${key},r-${key},${day} 10:00,Seef,1,5.00`;

async function loadDays(rule: "last" | "first", lines: readonly string[]) {
  const mapping = JSON.stringify({ fact: "sale_lines", fields: saleFields, duplicates: rule });
  const run = await fixture.take(toFile(lines), { mapping });
  const { from, to } = (run as unknown as { loaded: { from: string; to: string } }).loaded;
  return { from, to };
}

test("a row that another one of its key stands for does not widen the days of its load", async () => {
  const lines = [line("a1", "2026-01-05"), line("a2", "2026-03-02"), line("a1", "2026-03-03")];
  expect(await loadDays("last", lines)).toEqual({ from: "2026-03-02", to: "2026-03-04" });
  const first = [line("b1", "2026-03-02"), line("b2", "2026-03-03"), line("b1", "2026-06-05")];
  expect(await loadDays("first", first)).toEqual({ from: "2026-03-02", to: "2026-03-04" });
});

test("days that a later piece has left empty are not at the ends of a load", () => {
  const days = { from: "2026-01-05", to: "2026-06-05" };
  const sums = { "2026-01-05": [0, 0], "2026-03-02": [2, 10], "2026-03-03": [1, 5], "2026-06-05": [0, 0] } as const;
  expect(narrowDays(days, sums)).toEqual({ from: "2026-03-02", to: "2026-03-03" });
  expect(narrowDays(days, { "2026-03-02": [2, 10] })).toEqual(days);
});
