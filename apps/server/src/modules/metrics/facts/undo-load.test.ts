import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { randomFrom } from "../../../testing/random-from.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { isFullLength } from "../../../testing/test-length.ts";
import { registry } from "../model/registry.ts";
import { availableRangeFor } from "../query/available-range.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { ingestFacts } from "./ingest-facts.ts";
import { measureUndo, type UndoPlace, undoBeginning, undoPiece } from "./undo-load.ts";

/** What is made up by chance, by its seeds. */
const orders = isFullLength ? [1, 2, 3, 4, 5, 6] : [1, 2];
const histories = isFullLength ? [1, 2, 3] : [1];

let testApp: TestApp;
let tenantId: string;
let tenants = 0;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());
beforeEach(() => {
  tenants += 1;
  tenantId = `undo-${tenants}`;
});

const asTenant = () => systemCaller("test", tenantId);
const source = "till";

/** Lines by their keys: an amount, or null for a line that is no more. */
type Lines = Readonly<Record<string, number | null>>;

function load(id: string, lines: Lines) {
  const records = Object.entries(lines).flatMap(([key, amount]) =>
    amount === null
      ? []
      : [
          {
            source_key: key,
            receipt_key: key,
            branch: `Branch ${amount % 3}`,
            sold_at: `2026-03-${10 + (amount % 9)}T10:00:00Z`,
            quantity_milli: 1000,
            gross_minor: amount,
          },
        ],
  );
  const deletions = Object.keys(lines).filter((key) => lines[key] === null);
  return testApp.as(asTenant(), (context) =>
    ingestFacts(context, { fact: "sale_lines", source, load: id, records, deletions, notesHeld: true }),
  );
}

async function undo(id: string, limit = 2) {
  const total = { removed: 0, restored: 0, returned: 0, kept: 0 };
  for (let place: UndoPlace | null = undoBeginning; place; ) {
    const at: UndoPlace = place;
    const piece = await testApp.as(asTenant(), (context) => undoPiece(context, { load: id, source }, at, limit));
    total.removed += piece.removed;
    total.restored += piece.restored;
    total.returned += piece.returned;
    total.kept += piece.kept;
    place = piece.next;
  }
  return total;
}

function measure(id: string) {
  return testApp.as(asTenant(), (context) => measureUndo(context, { load: id, source }));
}

async function stored(): Promise<Record<string, string>> {
  return testApp.as(asTenant(), async ({ db }) => {
    const { rows } = await sql<{ source_key: string; line: string }>`select source_key,
        concat_ws(' ', gross_minor, branch_id, day) as line
      from sale_lines where tenant_id = ${tenantId} order by source_key`.execute(db);
    return Object.fromEntries(rows.map(({ source_key, line }) => [source_key, line]));
  });
}

test("an undone load takes away what it has added, and brings back what it has replaced and removed", async () => {
  await load(randomUUID(), { a: 1, b: 2, c: 3 });
  const before = await stored();
  const id = randomUUID();
  expect(await load(id, { a: 1, b: 20, c: null, d: 4 })).toMatchObject({
    written: 1,
    replaced: 1,
    unchanged: 1,
    deleted: 1,
  });
  expect(await measure(id)).toEqual([
    { fact: "sale_lines", removed: 1, restored: 1, returned: 1, superseded: 0, kept: 0, released: 1 },
  ]);
  expect(await undo(id)).toEqual({ removed: 1, restored: 1, returned: 1, kept: 0 });
  expect(await stored()).toEqual(before);
  expect(await measure(id)).toEqual([]);
  expect(await undo(id)).toEqual({ removed: 0, restored: 0, returned: 0, kept: 0 });
});

test("facts reach as far as before the load that is undone, and a table that is empty again is as one without data", async () => {
  const reach = () =>
    testApp.as(asTenant(), async (context) => {
      const { states } = await loadMetricState(context);
      const { firstDay, lastDay } = availableRangeFor("sales", states, registry, context.now);
      return [firstDay, lastDay];
    });
  const [first, later] = [randomUUID(), randomUUID()];
  await load(first, { a: 1 });
  await load(later, { b: 8 });
  expect(await reach()).toEqual(["2026-03-11", "2026-03-18"]);
  await undo(later);
  expect(await reach()).toEqual(["2026-03-11", "2026-03-11"]);
  await undo(first);
  expect(await reach()).toEqual([null, null]);
});

test("days that undoing changes are settled again, those before and those after", async () => {
  await load(randomUUID(), { a: 1 });
  const id = randomUUID();
  await load(id, { a: 2 });
  const days = () =>
    testApp.as(asTenant(), async ({ db }) => {
      const { rows } = await sql<{ day: string }>`select day::text from rollup_marks order by day`.execute(db);
      return rows.map(({ day }) => day);
    });
  await testApp.as(asTenant(), ({ db }) => sql`delete from rollup_marks where tenant_id = ${tenantId}`.execute(db));
  await undo(id);
  expect(await days()).toEqual(["2026-03-11", "2026-03-12"]);
});

test("what a later load has replaced stays; undoing both in any order ends where it began", async () => {
  await load(randomUUID(), { a: 1, b: 2 });
  const before = await stored();
  const [earlier, later] = [randomUUID(), randomUUID()];
  await load(earlier, { a: 10, b: null, c: 3 });
  await load(later, { a: 100, b: 200, c: null });
  expect(await measure(earlier)).toEqual([
    { fact: "sale_lines", removed: 0, restored: 0, returned: 0, superseded: 3, kept: 0, released: 0 },
  ]);
  const afterBoth = await stored();
  await undo(earlier);
  expect(await stored()).toEqual(afterBoth);
  await undo(later);
  expect(await stored()).toEqual(before);
});

test("a load that comes in pieces, with a key twice, is undone as a whole", async () => {
  await load(randomUUID(), { a: 1 });
  const before = await stored();
  const id = randomUUID();
  await load(id, { a: 2, b: 1 });
  await load(id, { a: 3, b: 4 });
  expect(await undo(id)).toEqual({ removed: 1, restored: 1, returned: 0, kept: 0 });
  expect(await stored()).toEqual(before);
});

test("what a load has added and removed again does not come back when it is undone", async () => {
  const id = randomUUID();
  await load(id, { a: 1 });
  await load(id, { a: null });
  await undo(id);
  expect(await stored()).toEqual({});
});

test.each(orders)("any loads, undone in any order, leave nothing behind (seed %i)", async (seed) => {
  const random = randomFrom(seed);
  await load(randomUUID(), { a: 1, b: 2, c: 3, d: 4 });
  const before = await stored();
  const open: string[] = [];
  for (let step = 0; step < 14; step++) {
    const [place] = open.length > 0 && random(3) === 0 ? [random(open.length)] : [];
    if (place !== undefined) {
      const [id = ""] = open.splice(place, 1);
      await undo(id, 1 + random(3));
      continue;
    }
    const id = randomUUID();
    const lines = "abcdefgh".split("").flatMap((key) => {
      const choice = random(4);
      if (choice === 0) return [];
      return [[key, choice === 1 ? null : random(30)] as const];
    });
    await load(id, Object.fromEntries(lines));
    open.push(id);
  }
  while (open.length > 0) {
    const [id = ""] = open.splice(random(open.length), 1);
    await undo(id);
  }
  expect(await stored()).toEqual(before);
  expect(await countLeft()).toBe(0);
});

/** What is noted of loads that could be undone. */
function countLeft(): Promise<number> {
  return testApp.as(asTenant(), async ({ db }) => {
    const history = await sql`select from fact_history where tenant_id = ${tenantId}`.execute(db);
    const holds = await sql`select from fact_holds where tenant_id = ${tenantId}`.execute(db);
    return history.rows.length + holds.rows.length;
  });
}

test("rows that a later load holds too stay when an earlier one is undone, and go with the last that holds them", async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await load(first, { a: 1, b: 2, c: 3 });
  await load(second, { a: 1, b: 2 });
  await load(third, { a: 1, b: 5 });
  const kept = { removed: 1, restored: 0, returned: 0, kept: 1 };
  expect(await measure(first)).toEqual([{ fact: "sale_lines", ...kept, superseded: 1, released: 0 }]);
  expect(await undo(first, 1)).toEqual(kept);
  expect(Object.keys(await stored())).toEqual(["a", "b"]);
  // What the third has replaced was held by the second: it comes back.
  expect(await undo(third)).toEqual({ removed: 0, restored: 1, returned: 0, kept: 0 });
  expect((await stored()).b).toMatch(/^2 /);
  expect(await undo(second)).toEqual({ removed: 2, restored: 0, returned: 0, kept: 0 });
  expect([await stored(), await countLeft()]).toEqual([{}, 0]);
});

test.each(histories)("what is there is what the loads that stand have said last (seed %i)", async (seed) => {
  const random = randomFrom(seed * 31);
  const open: { id: string; lines: Record<string, number> }[] = [];
  const expected = () => Object.assign({}, ...open.map(({ lines }) => lines)) as Record<string, number>;
  const amounts = async () =>
    Object.fromEntries(Object.entries(await stored()).map(([key, line]) => [key, Number(line.split(" ")[0])]));
  for (let step = 0; step < 24; step++) {
    if (step > 16 || (open.length > 0 && random(3) === 0)) {
      const [undone] = open.splice(random(open.length), 1);
      if (!undone) break;
      const before = await amounts();
      const counts = await measure(undone.id);
      await undo(undone.id, 1 + random(3));
      const gone = Object.keys(before).filter((key) => !(key in expected()));
      const changed = Object.entries(expected()).filter(([key, amount]) => before[key] !== amount);
      expect(counts[0]?.removed ?? 0).toBe(gone.length);
      // A row may come back to an amount that it has already.
      expect(counts[0]?.restored ?? 0).toBeGreaterThanOrEqual(changed.length);
    } else {
      const keys = "abcdef".split("").filter(() => random(3) > 0);
      const lines = Object.fromEntries(keys.map((key) => [key, 10 + random(2)]));
      const id = randomUUID();
      await load(id, lines);
      open.push({ id, lines });
    }
    expect(await amounts()).toEqual(expected());
  }
});
