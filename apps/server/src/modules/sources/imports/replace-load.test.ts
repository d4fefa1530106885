import type { ImportPreview, SourceMapping, SourceRun } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { until } from "../../../testing/until.ts";
import { findRun } from "../connections/run-store.ts";
import type { Reader } from "../sources.ts";
import {
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

const fields = saleFields;
const { source_key: _, ...unkeyed } = fields;
const mapping: SourceMapping = { fact: "sale_lines", fields };
/** The same rows under another key. */
const otherKey: SourceMapping = { fact: "sale_lines", fields: unkeyed, keyColumns: ["receipt", "id"] };

const line = (key: string, gross: string | number) => `${key},r-${key},2026-03-01,Seef,1,${gross}`;
const at = (run: string) => `/api/tenants/${tenantId}/imports/${run}`;

/** What a file would do that waits for its mapping. */
async function check(lines: readonly string[], chosen: SourceMapping, query: Record<string, string> = {}) {
  const draft = await fixture.send(toFile(lines), { draft: "1", ...query });
  const { body } = await fixture.call(
    "POST",
    `${at(draft.body.run.id)}/preview`,
    { mapping: chosen, isDryRun: true },
    manager,
  );
  return { run: draft.body.run.id as string, counts: (body as ImportPreview).counts };
}

async function start(run: string, chosen: SourceMapping, replaces: readonly { connection: string; run: string }[]) {
  return fixture.call("POST", `${at(run)}/start`, { mapping: chosen, replaces }, manager);
}

const stored = (receipt: string) =>
  fixture.testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const { rows } = await sql<{ key: string; gross: number }>`select source_key as key, gross_minor::int as gross
      from sale_lines where tenant_id = ${tenantId} and receipt_key like ${`${receipt}%`} order by 1`.execute(db);
    return rows.map(({ key, gross }) => [key, gross]);
  });

async function undo(run: SourceRun): Promise<SourceRun> {
  const { status, body } = await fixture.call("POST", `${at(run.id)}/undo`, {}, manager);
  expect(status, JSON.stringify(body)).toBe(202);
  let last: SourceRun | null = null;
  await until(async () => {
    last = (await fixture.call("GET", `/api/tenants/${tenantId}/connections/${run.connection}/runs/${body.id}`)).body;
    return !["waiting", "running"].includes(String(last?.state));
  });
  return last as unknown as SourceRun;
}

const take = (lines: readonly string[], query: Record<string, string> = {}) =>
  fixture.take(toFile(lines), { mapping: JSON.stringify(mapping), ...query });

test("a load under another key names the load that it would double, replaces it in one step, and gives it back when undone", async () => {
  const first = await take([line("ka1", 1), line("ka2", 2), line("ka3", "much")]);
  await take([line("ka2", 3)]);
  const { run, counts } = await check([line("ka1", 1), line("ka4", 4)], otherKey);
  expect(counts).toMatchObject({
    read: 2,
    written: 2,
    doubles: 1,
    doubledLoads: [
      { run: first.id, connectionName: "Files", fileName: "sales.csv", rows: 1, doubles: 1, refusal: null },
    ],
  });
  const started = await start(run, otherKey, [{ connection: first.connection, run: first.id }]);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  const replacing = await fixture.ended(run);
  expect(replacing).toMatchObject({
    state: "done",
    rows: { read: 2, written: 2, replaced: 0, unchanged: 0, duplicates: 0, rejected: 0, deleted: 1 },
    replaces: [{ run: first.id, rows: 1, removed: 1, fileName: "sales.csv" }],
  });
  const expected = [
    ["ka2", 300],
    ["r-ka1|ka1", 100],
    ["r-ka4|ka4", 400],
  ];
  expect(await stored("r-ka")).toEqual(expected);
  const replaced = await fixture.ended(first.id);
  expect(replaced).toMatchObject({ isUndone: false, replacedBy: { run, fileName: "sales.csv" } });
  const refused = await fixture.call("POST", `${at(first.id)}/undo`, {}, manager);
  expect(refused.body.error.message).toBe("A later load has replaced this one. Undo that one to bring this one back.");
  expect(await fixture.listRejects(first), "its rejected rows are not waited for").toEqual([]);
  const audit = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("audit_entries").select("act").where("tenant_id", "=", tenantId).execute(),
  );
  expect(audit.map(({ act }) => act)).toContain("source.loads_replaced");
  expect(await undo(replacing)).toMatchObject({ state: "done", rows: { written: 1, deleted: 2 } });
  expect(await stored("r-ka")).toEqual([
    ["ka1", 100],
    ["ka2", 300],
  ]);
  expect(await fixture.ended(first.id)).toMatchObject({ isUndone: false, replacedBy: null });
  expect(await fixture.listRejects(first)).toEqual(['line 4: "much" is not a number.']);
  expect((await undo(first)).state, "what came back can be undone as before").toBe("done");
  expect(await stored("r-ka")).toEqual([["ka2", 300]]);
});

test("rows that the earlier load and the one in its place both hold stay, once", async () => {
  const each: SourceMapping = { fact: "sale_lines", fields: unkeyed, duplicates: "each" };
  const query = { mapping: JSON.stringify(each) };
  const first = await fixture.take(toFile([line("ke1", 1), line("ke2", 2), line("ke3", 3)]), query);
  const before = await stored("r-ke");
  const corrected = [line("ke1", 1), line("ke2", 5), line("ke3", 3)];
  const { run, counts } = await check(corrected, each);
  expect(counts).toMatchObject({
    written: 1,
    doubles: 0,
    corrections: 1,
    doubledLoads: [{ run: first.id, rows: 3, doubles: 0, corrections: 1 }],
  });
  const direct = await fixture.take(toFile(corrected), query);
  expect(direct, "nobody has looked at it before").toMatchObject({
    note: "3 rows read.",
    doubledLoads: [{ run: first.id, fileName: "sales.csv", doubles: 0, corrections: 1 }],
  });
  await undo(direct);
  expect(await fixture.ended(direct.id)).toMatchObject({ isUndone: true, doubledLoads: [] });
  expect((await start(run, each, [{ connection: first.connection, run: first.id }])).status).toBe(202);
  const replacing = await fixture.ended(run);
  expect(replacing).toMatchObject({ state: "done", rows: { written: 1, unchanged: 2, deleted: 1 } });
  const amounts = (rows: Awaited<ReturnType<typeof stored>>) => rows.map(([, gross]) => gross).sort();
  expect(amounts(await stored("r-ke"))).toEqual([100, 300, 500]);
  expect(await undo(replacing)).toMatchObject({ state: "done", rows: { written: 1, deleted: 1, replaced: 0 } });
  expect(await stored("r-ke")).toEqual(before);
  expect(await undo(first)).toMatchObject({ rows: { deleted: 3 } });
});

test("rows of a connection that was removed and made again are replaced by its new load", async () => {
  const make = async () =>
    (
      await fixture.call("POST", `/api/tenants/${tenantId}/connections`, {
        source: "genesis",
        kind: "file",
        name: "Tills",
      })
    ).body.id as string;
  const before = await make();
  const first = await take([line("kb1", 1), line("kb2", 2)], { connection: before });
  const removed = await fixture.call("DELETE", `/api/tenants/${tenantId}/connections/${before}`);
  expect(removed.status).toBe(200);
  const connection = await make();
  const { run, counts } = await check([line("kb1", 1), line("kb2", 2)], mapping, { connection });
  expect(counts).toMatchObject({
    written: 2,
    doubles: 2,
    doubledLoads: [
      { run: first.id, connection: before, connectionName: null, fileName: "sales.csv", rows: 2, doubles: 2 },
    ],
  });
  expect((await start(run, mapping, [{ connection: before, run: first.id }])).status).toBe(202);
  const replacing = await fixture.ended(run);
  expect(replacing).toMatchObject({ state: "done", rows: { read: 2, written: 2, deleted: 2 } });
  expect(await stored("r-kb")).toEqual([
    ["kb1", 100],
    ["kb2", 200],
  ]);
  expect(await undo(replacing)).toMatchObject({ state: "done", rows: { read: 2, written: 2, deleted: 2 } });
  expect(await stored("r-kb")).toHaveLength(2);
});

test("a load that brings nothing replaces nothing, and one that is gone cannot be replaced", async () => {
  const first = await take([line("kc1", 1)]);
  const named = [{ connection: first.connection, run: first.id }];
  const { run } = await check([line("kc1", "much")], otherKey);
  expect((await start(run, otherKey, named)).status).toBe(202);
  expect(await fixture.ended(run)).toMatchObject({
    state: "failed",
    rows: { rejected: 1, deleted: 0 },
    problem: { message: expect.stringContaining("The earlier load was left as it is.") },
  });
  expect(await stored("r-kc")).toEqual([["kc1", 100]]);
  await undo(first);
  const late = await check([line("kc1", 1)], otherKey);
  const refused = await start(late.run, otherKey, named);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "Nothing is left of a load that was to be replaced. Check the whole file again.",
  ]);
});

test("a load whose rows are of other loads too is not replaced: undone first, it leaves them as those have them", async () => {
  const first = await take([line("kf1", 10), line("kf9", 1)]);
  const second = await take([line("kf1", 20), line("kf2", 5)]);
  const named = [{ connection: second.connection, run: second.id }];
  const { run } = await check([line("kf3", 7)], mapping);
  const refused = await start(run, mapping, named);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    "The load of sales.csv: 1 row of it also belongs to other loads. Undo it first, which leaves those rows as the other loads have them, then load this file.",
  ]);
  expect((await stored("r-kf")).length, "nothing is touched").toBe(3);
  await undo(second);
  expect((await start(run, mapping, [])).status).toBe(202);
  expect(await fixture.ended(run)).toMatchObject({ state: "done" });
  expect(await stored("r-kf")).toEqual([
    ["kf1", 1000],
    ["kf3", 700],
    ["kf9", 100],
  ]);
  await take([line("kf9", 1)]);
  const held = await check([line("kf4", 1)], mapping);
  const heldRefusal = await start(held.run, mapping, [{ connection: first.connection, run: first.id }]);
  expect(heldRefusal.body.error.message, "a later load has brought one of its rows too").toContain(
    "1 row of it also belongs to",
  );
});

test("a load that has replaced another one is replaced in its turn, also under the same keys", async () => {
  const first = await take([line("kg1", 10), line("kg2", 1)]);
  const replaceBy = async (lines: readonly string[], before: string) => {
    const { run } = await check(lines, mapping);
    const started = await start(run, mapping, [{ connection: first.connection, run: before }]);
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    expect(await fixture.ended(run)).toMatchObject({ state: "done" });
    return run;
  };
  const second = await replaceBy([line("kg1", 20), line("kg2", 1)], first.id);
  const third = await replaceBy([line("kg3", 30)], second);
  expect(await stored("r-kg")).toEqual([["kg3", 3000]]);
  await undo(await fixture.ended(third));
  await undo(await fixture.ended(second));
  expect(await stored("r-kg")).toEqual([
    ["kg1", 1000],
    ["kg2", 100],
  ]);
});

test("replacing goes on after a crash, and what a stopped one has removed comes back when it is undone", async () => {
  const first = await take(Array.from({ length: 2500 }, (_, place) => line(`kd${place}`, 1)));
  const readers = fixture.testApp.sources.readers as Record<string, Reader>;
  const real = readers.file as Reader;
  const replace = async (afterFirstPiece: (run: string) => Promise<void>) => {
    let isBroken = false;
    readers.file = {
      ...real,
      async *read(scope) {
        for await (const step of real.read(scope)) {
          yield step;
          const { replaced } = (await findCursor(scope.run.id)) ?? {};
          if (isBroken || !replaced || scope.run.cause !== "import") continue;
          isBroken = true;
          await afterFirstPiece(scope.run.id);
        }
      },
    };
    const { run } = await check([line("kd1", 1), line("kd2", 1)], otherKey);
    expect((await start(run, otherKey, [{ connection: first.connection, run: first.id }])).status).toBe(202);
    const ended = await fixture.ended(run);
    readers.file = real;
    return ended;
  };
  const stopped = await replace(async (run) => {
    expect((await fixture.call("POST", `${at(run)}/cancel`, {}, manager)).status).toBe(200);
  });
  expect(stopped).toMatchObject({ state: "cancelled", rows: { read: 2, written: 2, deleted: 2000 } });
  expect(await stored("r-kd"), "the new load is whole, and the rest of the earlier one is there").toHaveLength(502);
  expect(await undo(stopped)).toMatchObject({ state: "done", rows: { written: 2000, deleted: 2 } });
  expect(await stored("r-kd")).toHaveLength(2500);
  const crashed = await replace(async () => {
    throw new AppError("unavailable", "The database went away.");
  });
  expect(crashed).toMatchObject({
    state: "done",
    attempt: 2,
    rows: { read: 2, written: 2, deleted: 2500 },
    replaces: [{ rows: 2500, removed: 2500 }],
  });
  expect(await stored("r-kd")).toHaveLength(2);
});

function findCursor(run: string): Promise<{ replaced?: number[] } | null> {
  return fixture.testApp.as(
    systemCaller("test", tenantId),
    async (context) => (await findRun(context, run))?.cursor ?? null,
  );
}
