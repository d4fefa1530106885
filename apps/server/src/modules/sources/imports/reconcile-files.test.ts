import type { SourceMapping, SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../testing/until.ts";
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

const line = (key: string, day: number, gross: string | number) => `${key},r,2026-03-0${day},Seef,1,${gross}`;

async function connect(name: string): Promise<string> {
  const input = { source: "genesis", kind: "file", name };
  return (await fixture.call("POST", `/api/tenants/${tenantId}/connections`, input)).body.id;
}

const take = (connection: string, lines: readonly string[], more: Partial<SourceMapping> = {}) =>
  fixture.take(toFile(lines), { connection, mapping: JSON.stringify({ fact: "sale_lines", fields, ...more }) });

const at = (connection: string) => `/api/tenants/${tenantId}/connections/${connection}`;

/** What was compared: the day, rows of the files and ours, and their amounts, the latest day first. */
async function compared(connection: string) {
  const { body } = await fixture.call("GET", `${at(connection)}/reconciliation?limit=100`);
  const days = new Map<string, number[]>();
  for (const { day, theirs, ours } of body.items) days.set(day, [...(days.get(day) ?? []), theirs, ours]);
  // The measures come by their names: the amount, then the rows.
  return [...days].map(([day, [theirAmount, ourAmount, theirRows, ourRows]]) => [
    day.slice(-2),
    `${theirRows}/${ourRows}`,
    `${theirAmount}/${ourAmount}`,
  ]);
}

async function ended(connection: string, run: string): Promise<void> {
  await until(async () => {
    const { body } = await fixture.call("GET", `${at(connection)}/runs/${run}`);
    return !["waiting", "running"].includes(body.state);
  });
}

async function undo({ id, connection }: SourceRun): Promise<void> {
  const { status, body } = await fixture.call("POST", `/api/tenants/${tenantId}/imports/${id}/undo`, {}, manager);
  expect(status, JSON.stringify(body)).toBe(202);
  await ended(connection, body.id);
}

test("rows that are left out by choice are missing nowhere and wait for nothing, until the choice is taken back", async () => {
  const connection = await connect("Kiosk");
  const state = (key: string, gross: number, word: string) => `${line(key, 1, gross)},${word}`;
  const content = [
    "id,receipt,date,branch,qty,gross,state",
    state("l1", 10, "paid"),
    state("l2", 4, "cancelled"),
    state("l3", 3, "paid"),
    state("l3", 3, "cancelled"),
  ].join("\n");
  const leftOut = { fact: "sale_lines", fields, leftOutWords: { state: ["cancelled"] } };
  const run = await fixture.take(content, { connection, mapping: JSON.stringify(leftOut) });
  expect(run.rows).toMatchObject({ read: 4, written: 2, rejected: 2, deleted: 1 });
  expect(await compared(connection)).toEqual([["01", "1/1", "1000/1000"]]);
  const detail = (await fixture.call("GET", at(connection))).body;
  expect(detail.openRejects).toBe(0);
  const { body: rejects } = await fixture.call(
    "GET",
    `/api/tenants/${tenantId}/imports/${run.id}/rejects`,
    undefined,
    manager,
  );
  expect(rejects.items.map(({ state }: { state: string }) => state)).toEqual(["left_out", "left_out"]);
  const mapping = { fact: "sale_lines", fields, saleWords: { state: ["cancelled"] } };
  const saved = await fixture.call("PATCH", at(connection), { version: detail.version, mapping });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const replay = await fixture.call("POST", `${at(connection)}/rejects/replay`, {});
  await ended(connection, replay.body.id);
  expect(await compared(connection)).toEqual([["01", "3/3", "1700/1700"]]);
});

test("days of a file differ by its rejected row, agree once that was taken in, and are gone with the load", async () => {
  const connection = await connect("Tills");
  const first = await take(connection, [line("a1", 1, 10), line("a2", 1, "ten"), line("a3", 2, 5)]);
  expect(await compared(connection)).toEqual([
    ["02", "1/1", "500/500"],
    ["01", "2/1", "1000/1000"],
  ]);
  const detail = (await fixture.call("GET", at(connection))).body;
  const mended = { ...fields, gross_minor: { ...fields.gross_minor, values: { ten: "10" } } };
  const mapping = { fact: "sale_lines", fields: mended };
  expect(await fixture.call("PATCH", at(connection), { version: detail.version, mapping })).toMatchObject({
    status: 200,
  });
  const replay = await fixture.call("POST", `${at(connection)}/rejects/replay`, {});
  await ended(connection, replay.body.id);
  expect((await compared(connection))[1], "what nobody could read is worth what it was taken in as").toEqual([
    "01",
    "2/2",
    "2000/2000",
  ]);
  await undo(first);
  expect(await compared(connection), "what was taken in later goes with it").toEqual([]);
});

test("a later file adds to its days, one that moves rows moves what is expected, and undoing them leaves what is still waited for", async () => {
  const connection = await connect("Stores");
  const seef = await take(connection, [line("b1", 1, 10), line("b2", 1, 20), line("b5", 1, "much")]);
  const riffa = await take(connection, [line("b3", 1, 7), line("b4", 1, "much")]);
  expect(await compared(connection), "the second store is counted beside the first").toEqual([
    ["01", "5/3", "3700/3700"],
  ]);
  const again = await take(connection, [line("b4", 1, "much more"), line("b5", 1, "much"), line("b1", 1, 10)]);
  expect(await compared(connection), "rows that are rejected again are missing once").toEqual([
    ["01", "5/3", "3700/3700"],
  ]);
  const moved = await take(connection, [line("b2", 2, 20)]);
  expect(await compared(connection)).toEqual([
    ["02", "1/1", "2000/2000"],
    ["01", "4/2", "1700/1700"],
  ]);
  await undo(moved);
  expect(await compared(connection)).toEqual([["01", "5/3", "3700/3700"]]);
  await undo(riffa);
  expect(
    await compared(connection),
    "its rejected row was sent again by another load, and is still waited for",
  ).toEqual([["01", "4/2", "3000/3000"]]);
  await undo(seef);
  expect(await compared(connection), "the later load holds one of its rows too").toEqual([["01", "3/1", "1000/1000"]]);
  await undo(again);
  expect(await compared(connection)).toEqual([]);
});

test("rows that share a key count once, with the amount that counts, also across pieces", async () => {
  const filling = Array.from({ length: 2100 }, (_, place) => line(`cf${place}`, 3, 1));
  for (const [rule, amount] of [
    ["last", 900],
    ["first", 100],
  ] as const) {
    const connection = await connect(`Keys ${rule}`);
    const lines = [line("c1", 1, 1), line("c1", 1, 2), line("c2", 1, "bad"), ...filling, line("c1", 1, 9)];
    await take(connection, [...lines, line("c2", 1, 4)], { duplicates: rule });
    expect(await compared(connection)).toEqual([
      ["03", "2100/2100", "210000/210000"],
      ["01", "2/2", `${amount + 400}/${amount + 400}`],
    ]);
  }
  const connection = await connect("Every line");
  await take(connection, [line("d1", 1, 5), line("d1", 1, 5)], { duplicates: "each" });
  expect(await compared(connection)).toEqual([["01", "2/2", "1000/1000"]]);
});

test("amounts of a day are told in its currency, and in none where it has several", async () => {
  const connection = await connect("Tills abroad");
  const { branch: _, ...others } = fields;
  const abroad = (key: string, day: number, currency: string) => `${key},r,2026-03-0${day},${currency},1,500`;
  await take(connection, [abroad("y1", 1, "JPY"), abroad("y2", 2, "JPY"), abroad("y3", 2, "BHD")], {
    fields: { ...others, currency: { from: "branch" } },
  });
  const { body } = await fixture.call("GET", `${at(connection)}/reconciliation`);
  const amounts = (body.items as { unit: string; day: string; currency: string | null }[]).filter(
    ({ unit }) => unit === "money",
  );
  expect(amounts.map(({ day, currency }) => [day, currency])).toEqual([
    ["2026-03-02", null],
    ["2026-03-01", "JPY"],
  ]);
});
