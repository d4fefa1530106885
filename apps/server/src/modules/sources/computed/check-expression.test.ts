import { expressionFunctions } from "@console/contracts";
import { expect, test } from "vitest";
import { randomFrom } from "../../../testing/random-from.ts";
import { checkColumns, unknownColumns } from "./compile-columns.ts";
import { computeColumns } from "./compute-columns.ts";

/** The same numbers for the same seed. */
function createRandom(seed: number) {
  const below = randomFrom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0];
  return { below, pick };
}
type Random = ReturnType<typeof createRandom>;

const columns = ["A", "B", "C", "D", "__proto__", "toString", "a]b"] as const;
const cells = [
  "",
  " ",
  "1",
  "-2.50",
  "1,234.5",
  "abc",
  "12/01/2010 08:26",
  "2026-03-01",
  "\u0000",
  "9".repeat(50),
  "é".repeat(300),
] as const;

/** An expression that may be right, with a tree that ends. */
function makeExpression(random: Random, depth: number): string {
  if (depth === 0 || random.below(4) === 0) {
    const column = random.pick(columns).replaceAll("]", "]]");
    return random.pick([
      "0",
      "1",
      "2.5",
      "99999999999999999999",
      '"x"',
      '""',
      '"2026-01-02"',
      `[${column}]`,
      `[${column}]`,
    ]);
  }
  const inner = () => makeExpression(random, depth - 1);
  const kind = random.below(4);
  if (kind === 0) return `(${inner()})`;
  if (kind === 1) return `-${inner()}`;
  if (kind === 2) return `${inner()} ${random.pick(["+", "-", "*", "&", "=", "<>", "<", ">", "<=", ">="])} ${inner()}`;
  const name = expressionFunctions[random.below(expressionFunctions.length)]?.name ?? "abs";
  const parameters = Array.from({ length: 1 + random.below(4) }, inner);
  return `${name}(${parameters.join(", ")})`;
}

const pieces = [
  "[",
  "]",
  "(",
  ")",
  '"',
  ",",
  "+",
  "-",
  "*",
  "&",
  "=",
  "<",
  ">",
  ".",
  " ",
  "9",
  "if",
  "abs(",
  "[A]",
  "é",
  "\u0000",
  "😀",
  "]]",
  '""',
] as const;

test("random expressions are right or told wrong within their text, and rows have a text or a reason", () => {
  let right = 0;
  for (let seed = 1; seed <= 3000; seed++) {
    const random = createRandom(seed);
    const expression =
      seed % 3 === 0
        ? Array.from({ length: 1 + random.below(40) }, () => random.pick(pieces)).join("")
        : makeExpression(random, 4).slice(0, 1000);
    const [column] = checkColumns([{ name: "result", expression }], unknownColumns);
    if (!column?.compiled) {
      const { start = -1, end = -1 } = column?.problem ?? {};
      expect(start >= 0 && start <= end && end <= expression.length, `${seed}: ${expression}`).toBe(true);
      continue;
    }
    right++;
    for (let count = 0; count < 5; count++) {
      const values = Object.fromEntries(columns.map((name) => [name, random.pick(cells)]));
      const row = computeColumns(
        { values, timeZone: "Asia/Bahrain", styleFor: () => ({ dates: "dmy", decimal: "point" }) },
        [column.compiled],
      );
      const fault = row.faults.get("result");
      expect(fault === undefined ? row.values.result : fault, `${seed}: ${expression}`).toEqual(expect.any(String));
      expect((row.values.result ?? "").length).toBeLessThanOrEqual(10_000);
    }
  }
  expect(right, "many of them are right").toBeGreaterThan(300);
});

test("sums of cents are what counting them gives", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = createRandom(seed);
    const amounts = Array.from({ length: 2 + random.below(20) }, () => random.below(1_000_000) - 500_000);
    const values = Object.fromEntries(amounts.map((cents, place) => [`c${place}`, (cents / 100).toFixed(2)]));
    const expression = amounts.map((_, place) => `[c${place}]`).join(" + ");
    const [column] = checkColumns([{ name: "sum", expression: `${expression} + 0.00` }], unknownColumns);
    const compiled = column?.compiled ? [column.compiled] : [];
    const { values: row } = computeColumns(
      { values, timeZone: "UTC", styleFor: () => ({ dates: "iso", decimal: "point" }) },
      compiled,
    );
    const sum = amounts.reduce((total, cents) => total + cents, 0);
    expect(row.sum, `${seed}`).toBe(String(Number((sum / 100).toFixed(2))));
  }
});
