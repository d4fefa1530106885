import type { DuplicateRule, ImportPreview, SourceMapping, SourceRun } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { randomFrom } from "../../../testing/random-from.ts";
import { isFullLength } from "../../../testing/test-length.ts";
import { until } from "../../../testing/until.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

type Line = { key: string; cents: number; isBad: boolean };

/** How a file is written: each of these changes the text and none of them what is stored. */
type Style = { delimiter: string; decimal: "point" | "comma"; dates: "iso" | "dmy" | "mdy"; header: string[] };

const styles: readonly Style[] = [
  { delimiter: ",", decimal: "point", dates: "iso", header: ["id", "bill", "when", "pieces", "gross"] },
  { delimiter: ";", decimal: "comma", dates: "dmy", header: ["Nr", "Beleg", "Datum", "Menge", "Betrag"] },
  { delimiter: "\t", decimal: "point", dates: "mdy", header: ["No.", "Receipt", "Sold", "Qty", "Total"] },
];

function write(lines: readonly Line[], { delimiter, decimal, dates, header }: Style): string {
  const written = lines.map(({ key, cents, isBad }) => {
    const day = String(1 + (cents % 28)).padStart(2, "0");
    const date = { iso: `2026-03-${day}`, dmy: `${day}/03/2026`, mdy: `03/${day}/2026` }[dates];
    const amount = isBad ? "lots" : (cents / 100).toFixed(2).replace(".", decimal === "comma" ? "," : ".");
    return [key, `b${key}`, date, "1", amount].join(delimiter);
  });
  return [header.join(delimiter), ...written, ""].join("\n");
}

function toMapping({ decimal, dates, header }: Style, duplicates: DuplicateRule): SourceMapping {
  const [id = "", bill = "", when = "", pieces = "", gross = ""] = header;
  return {
    fact: "sale_lines",
    duplicates,
    fields: {
      source_key: { from: id },
      receipt_key: { from: bill },
      sold_at: { from: when, dates },
      quantity_milli: { from: pieces, decimal },
      gross_minor: { from: gross, decimal },
    },
  };
}

type Counts = Pick<SourceRun["rows"], "read" | "written" | "replaced" | "unchanged" | "duplicates" | "rejected">;

function addUp({ written, replaced, unchanged, duplicates, rejected }: Counts): number {
  return written + replaced + unchanged + duplicates + rejected;
}

/** Checks the whole file, loads it, and expects the same counts of both. */
async function load(lines: readonly Line[], style: Style, duplicates: DuplicateRule): Promise<SourceRun> {
  const mapping = toMapping(style, duplicates);
  const { status, body } = await fixture.send(write(lines, style), { draft: "1" });
  expect(status, JSON.stringify(body)).toBe(202);
  const at = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const preview = await fixture.call("POST", `${at}/preview`, { mapping, isDryRun: true }, manager);
  const counts = (preview.body as ImportPreview).counts as Counts;
  expect(addUp(counts)).toBe(lines.length);
  const started = await fixture.call("POST", `${at}/start`, { mapping }, manager);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const run = await fixture.ended(body.run.id);
  expect(addUp(run.rows)).toBe(lines.length);
  expect(run.rows).toMatchObject({
    read: lines.length,
    rejected: lines.filter(({ isBad }) => isBad).length,
    duplicates: counts.duplicates,
    written: counts.written,
  });
  return run;
}

async function waitFor({ id, connection }: SourceRun): Promise<SourceRun> {
  let last: SourceRun | null = null;
  await until(async () => {
    last = (await fixture.call("GET", `/api/tenants/${tenantId}/connections/${connection}/runs/${id}`)).body;
    return !["waiting", "running"].includes(String(last?.state));
  });
  return last as unknown as SourceRun;
}

async function undo(run: SourceRun): Promise<SourceRun | null> {
  const { status, body } = await fixture.call("POST", `/api/tenants/${tenantId}/imports/${run.id}/undo`, {}, manager);
  if (status === 409) {
    // A load that has changed nothing has nothing to take back.
    expect(body.error.message).toMatch(/changed nothing/);
    return null;
  }
  const undoing = await waitFor(body);
  expect(undoing).toMatchObject({ state: "done" });
  return undoing;
}

function stored(): Promise<Record<string, number>> {
  return fixture.testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const { rows } = await sql<{ source_key: string; gross: number }>`select source_key, gross_minor::int as gross
      from sale_lines where tenant_id = ${tenantId} order by source_key`.execute(db);
    return Object.fromEntries(rows.map(({ source_key, gross }) => [source_key, gross]));
  });
}

/** What should be stored after a load, by the plain rule. */
function expected(before: Record<string, number>, lines: readonly Line[], rule: DuplicateRule): Record<string, number> {
  const good = lines.filter(({ isBad }) => !isBad);
  const chosen = rule === "first" ? [...good].reverse() : good;
  return { ...before, ...Object.fromEntries(chosen.map(({ key, cents }) => [key, cents])) };
}

test.each(isFullLength ? [1, 2, 3] : [1])(
  "random files through random mappings keep their counts and their order (seed %i)",
  async (seed) => {
    const random = randomFrom(seed * 7919);
    const one = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
    for (let round = 0; round < 4; round++) {
      const before = await stored();
      const lines = Array.from({ length: 3 + random(12) }, () => ({
        key: `${seed}-${random(9)}`,
        cents: 1300 + random(9000),
        isBad: random(5) === 0,
      }));
      // A day beyond the twelfth says in which order the parts of a day stand.
      lines.push({ key: `${seed}-sure`, cents: 1317 + 28 * random(3), isBad: false });
      const rule = one(["last", "first"] as const);
      const style = one(styles);
      const run = await load(lines, style, rule);
      const after = await stored();
      expect(after).toEqual(expected(before, lines, rule));

      const again = await load(lines, one(styles), rule);
      expect(await stored(), "the same file again").toEqual(after);
      expect(again.rows.written).toBe(0);

      const corrected = lines.map((line, index) => (index === lines.length - 1 ? { ...line, cents: 2600 } : line));
      const correction = await load(corrected, style, rule);
      expect(await stored(), "only what was corrected differs").toEqual({ ...after, [`${seed}-sure`]: 2600 });
      await undo(correction);
      expect(await stored(), "a correction taken back").toEqual(after);

      const [first, other] = random(2) === 0 ? [run, again] : [again, run];
      await undo(first);
      expect(await stored(), "the other load holds the same rows").toEqual(after);
      await undo(other);
      expect(await stored(), "both loads taken back").toEqual(before);
      if (random(2) === 0) await load(lines, style, rule);
    }
  },
);

test("every line counts in any style, twice is once, and undone is nothing", async () => {
  const random = randomFrom(4 * 7919);
  const before = await stored();
  const [style = styles[0] as Style] = styles;
  const lines = Array.from({ length: 12 }, () => ({ key: `e${random(3)}`, cents: 1300 + random(2), isBad: false }));
  const run = await load(lines, style, "each");
  expect(run.rows).toMatchObject({ written: 12, duplicates: 0 });
  const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, cents) => total + cents, 0);
  expect(sum(await stored()) - sum(before)).toBe(lines.reduce((total, { cents }) => total + cents, 0));
  const again = await load(lines, style, "each");
  expect(again.rows).toMatchObject({ written: 0, unchanged: 12 });
  const counts = async ({ id }: SourceRun) =>
    (await fixture.call("GET", `/api/tenants/${tenantId}/imports/${id}/undo`, undefined, manager)).body.tables;
  expect(await counts(run)).toMatchObject([{ removed: 0, kept: 12, released: 0 }]);
  expect(await counts(again)).toMatchObject([{ removed: 0, kept: 0, released: 12 }]);
  const undoing = await undo(run);
  expect(undoing).toMatchObject({ rows: { deleted: 0 }, note: expect.stringContaining("12 rows stay") });
  expect(sum(await stored()) - sum(before)).toBe(lines.reduce((total, { cents }) => total + cents, 0));
  expect(await undo(again)).toMatchObject({ rows: { deleted: 12 } });
  expect(await stored()).toEqual(before);
});
