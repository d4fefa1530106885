import type { FieldMapping, SourceMapping, SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../../../testing/random-from.ts";
import { isFullLength } from "../../../testing/test-length.ts";
import { until } from "../../../testing/until.ts";
import {
  admin,
  type ImportFixture,
  manager,
  openImportFixture,
  saleFields,
  tenantId,
  toFile,
} from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

type Line = { key: string; branch: string; cents: number };

const line = (key: string, branch: string, cents: number): Line => ({ key, branch, cents });
const write = (lines: readonly Line[]) =>
  toFile(lines.map(({ key, branch, cents }) => `${key},r${key},2026-03-01,${branch},1,${(cents / 100).toFixed(2)}`));

function take(lines: readonly Line[], branch: FieldMapping, duplicates: SourceMapping["duplicates"] = "last") {
  const fields = { ...saleFields, branch: { from: "branch", ...branch } };
  const mapping: SourceMapping = { fact: "sale_lines", duplicates, fields };
  return fixture.take(write(lines), { mapping: JSON.stringify(mapping) });
}

const importAt = ({ id }: SourceRun) => `/api/tenants/${tenantId}/imports/${id}`;
const runAt = ({ id, connection }: SourceRun) => `/api/tenants/${tenantId}/connections/${connection}/runs/${id}`;

async function ended(run: SourceRun): Promise<SourceRun> {
  let last = run;
  await until(async () => {
    last = (await fixture.call("GET", runAt(run))).body;
    return !["waiting", "running"].includes(last.state);
  });
  expect(last).toMatchObject({ state: "done" });
  return last;
}

/** Says what new names of a load are, as a manager does; the waiting rows come in by a run of their own. */
async function decide(run: SourceRun, names: Record<string, string>): Promise<SourceRun> {
  const decided = Object.entries(names).map(([value, name]) => ({ field: "branch", value, name }));
  const { status, body } = await fixture.call("POST", `${importAt(run)}/names`, { names: decided }, manager);
  expect(status, JSON.stringify(body)).toBe(202);
  return ended(body);
}

async function undo(run: SourceRun): Promise<SourceRun> {
  const { status, body } = await fixture.call("POST", `${importAt(run)}/undo`, {}, manager);
  expect(status, JSON.stringify(body)).toBe(202);
  return ended(body);
}

async function stored(prefix: string): Promise<Record<string, number>> {
  const rows = await fixture.stored(prefix);
  return Object.fromEntries(rows.map(({ source_key, gross_minor }) => [source_key, Number(gross_minor)]));
}

test("undoing a load takes back what came in later from its waiting rows, for managers and admins alike", async () => {
  const first = await take([line("u1", "Nord", 500), line("u2", "Sued", 600)], { newNames: "take" });
  const second = await take([line("u3", "Nort", 700), line("u4", "Nrd", 800), line("u5", "Nord", 900)], {
    newNames: "ask",
  });
  expect(second.rows).toMatchObject({ written: 1, rejected: 2 });
  const replay = await decide(second, { Nrd: "Nord" });
  expect(await stored("u")).toEqual({ u1: 500, u2: 600, u4: 800, u5: 900 });

  const preview = (await fixture.call("GET", `${importAt(second)}/undo`, undefined, manager)).body;
  expect(preview).toMatchObject({ refusal: null, tables: [{ fact: "sale_lines", removed: 2 }] });
  expect((await fixture.call("GET", `${runAt(second)}/undo`, undefined, admin)).body).toEqual(preview);
  const ofReplay = (await fixture.call("GET", `${runAt(replay)}/undo`, undefined, admin)).body;
  expect(ofReplay.refusal).toBe("Its rows belong to the loads they came with. Undo those instead.");

  expect(await undo(second)).toMatchObject({ rows: { deleted: 2 } });
  expect(await stored("u")).toEqual({ u1: 500, u2: 600 });
  const rejects = (await fixture.call("GET", `${importAt(second)}/rejects`, undefined, manager)).body;
  expect(rejects.items.map(({ state }: { state: string }) => state)).toEqual(["undone", "undone"]);
  await undo(first);
  expect(await stored("u")).toEqual({});
});

test("one replay takes rows of several loads in, and each goes with its own load", async () => {
  await take([line("v0", "Nord", 100)], { newNames: "take" });
  const first = await take([line("v1", "Ost", 100), line("v2", "Ost", 200)], { newNames: "ask" }, "first");
  const second = await take([line("v2", "West", 250), line("v3", "West", 300)], { newNames: "ask" }, "first");
  const replay = await decide(second, { Ost: "Nord", West: "Nord" });
  expect(replay.rows).toMatchObject({ read: 4, rejected: 0, duplicates: 0 });
  expect(await stored("v"), "the later load says the last").toEqual({ v0: 100, v1: 100, v2: 250, v3: 300 });
  await undo(second);
  expect(await stored("v"), "what the other load has said is there again").toEqual({ v0: 100, v1: 100, v2: 200 });
  await undo(first);
  expect(await stored("v")).toEqual({ v0: 100 });
});

test("of waiting rows that share a key the last one counts, however many are between them", async () => {
  await take([line("w", "Nord", 100)], { newNames: "take" });
  const between = Array.from({ length: 600 }, (_, place) => line(`wx${place}`, "Fern", 100));
  const run = await take([line("wk", "Fern", 100), ...between, line("wk", "Fern", 900)], { newNames: "ask" });
  await decide(run, { Fern: "Nord" });
  expect((await stored("wk")).wk).toBe(900);
  await undo(run);
  expect(await stored("w")).toEqual({ w: 100 });
});

test.each(isFullLength ? [1, 2, 3] : [1])(
  "loads, decisions and undoing in any order leave what the loads that stand have said last (seed %i)",
  async (seed) => {
    const random = randomFrom(seed * 104_729);
    const prefix = `p${seed}-`;
    const base = await take([line(`${prefix}0`, "Nord", 100)], { newNames: "take" });
    type Load = { run: SourceRun; lines: readonly Line[]; unknown: string };
    const standing: Load[] = [];
    const expected = () =>
      Object.fromEntries([
        [`${prefix}0`, 100],
        ...standing.flatMap(({ lines }) => lines.map(({ key, cents }) => [key, cents] as const)),
      ]);
    for (let round = 0; round < 6; round++) {
      const unknown = `New ${seed} ${round}`;
      const keys = Array.from({ length: 8 }, (_, key) => key + 1).filter(() => random(2) === 0);
      // At least one row waits and one comes in at once.
      const lines = [20 + round, 30 + round, ...keys].map((key, place) =>
        line(`${prefix}${key}`, place === 0 || (place > 1 && random(2) === 0) ? unknown : "Nord", 100 + random(3)),
      );
      standing.push({
        run: await take(lines, { newNames: "ask" }, random(2) === 0 ? "first" : "last"),
        lines,
        unknown,
      });
      if (random(2) === 0) continue;
      await decideAll();
      expect(await stored(prefix), `round ${round}`).toEqual(expected());
      if (random(3) === 0) continue;
      const [gone] = standing.splice(random(standing.length), 1);
      if (gone) await undo(gone.run);
      await decideAll();
      expect(await stored(prefix), `undone in round ${round}`).toEqual(expected());
    }
    while (standing.length > 0) {
      const [gone] = standing.splice(random(standing.length), 1);
      if (gone) await undo(gone.run);
      await decideAll();
      expect(await stored(prefix)).toEqual(expected());
    }
    await undo(base);
    expect(await stored(prefix)).toEqual({});

    /** Rows that wait come in; the mapping that a later load has confirmed knows none of the names. */
    async function decideAll() {
      const names = standing.map(({ unknown }) => ({ field: "branch", value: unknown, name: "Nord" }));
      const last = standing.at(-1);
      if (!last) return;
      const { status, body } = await fixture.call("POST", `${importAt(last.run)}/names`, { names }, manager);
      // With no row left that waits there is nothing to take in.
      if (status === 409) expect(body.error.message).toMatch(/no rejected rows/);
      else await ended(body);
    }
  },
);
