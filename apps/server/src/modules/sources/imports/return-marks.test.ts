import type { SourceMapping } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { until } from "../../../testing/until.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const lines = [
  "Invoice no,Date,Branch,Qty,Amount,Payment",
  "p1,2026-03-13,Seef,1,10.00,Cash",
  "p2,2026-03-13,Seef,1,4.00,Refund",
];
const file = (...more: string[]) => `${[...lines, ...more].join("\n")}\n`;
const question =
  "“Payment” has a word for returns: “Refund” in 1 row, with amounts above zero. Choose whether its rows are returns or sales.";

/** What a load has stored, with returns below zero. */
async function sum(load: string): Promise<number> {
  const { rows } = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    sql<{ sum: string }>`select sum(case when is_return then -gross_minor else gross_minor end) as sum
      from sale_lines where tenant_id = ${tenantId} and loaded_by = ${load}::uuid`.execute(db),
  );
  return Number(rows[0]?.sum);
}

async function preview(content: string) {
  const { body } = await fixture.send(content, { draft: "1" });
  const url = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const { body: shown } = await fixture.call("POST", `${url}/preview`, { isDryRun: false }, manager);
  const start = async (mapping: SourceMapping) =>
    fixture.call("POST", `${url}/start`, { mapping, replaces: [] }, manager);
  return { run: body.run.id, shown, start };
}

test("refunds above zero count nowhere until someone has said what they are, and the answer is kept", async () => {
  const sent = await fixture.send(file());
  expect([sent.status, sent.body.error.message, Object.keys(sent.body.error.fields)]).toEqual([
    400,
    question,
    ["mapping.fields.is_return"],
  ]);
  const { run, shown, start } = await preview(file());
  expect((await start(shown.mapping)).status).toBe(400);
  const [asked] = shown.returns;
  const fields = { ...shown.mapping.fields, is_return: asked.choices[0].field };
  expect((await start({ ...shown.mapping, fields })).status).toBe(202);
  await fixture.ended(run);
  expect(await sum(run)).toBe(600);
  // The next file of that kind is read alike, also where nobody looks.
  const next = await fixture.take(file("p3,2026-03-14,Seef,1,2.00,Refund"));
  expect([next.rows.written, await sum(next.id)]).toEqual([1, -200]);
});

test("refunds that are sales are sales in the next file too, until another word comes", async () => {
  const columns = (text: string) => text.replace("Payment", "Type of payment");
  const { run, shown, start } = await preview(columns(file()));
  const { is_return: _, ...fields } = shown.mapping.fields;
  const saleWords = { "Type of payment": ["Refund"] };
  expect((await start({ ...shown.mapping, fields, saleWords })).status).toBe(202);
  await fixture.ended(run);
  const next = await fixture.take(columns(file("p4,2026-03-14,Seef,1,2.00,Refund")));
  expect(await sum(next.id)).toBe(200);
  const other = await fixture.send(columns(file("p5,2026-03-14,Seef,1,2.00,Credit note")));
  expect([other.status, other.body.error?.message]).toEqual([400, expect.stringContaining("Credit note")]);
});

test("cancelled orders count nowhere until someone has said so, and the check and the next file leave them out", async () => {
  const content = (...more: string[]) =>
    ["Order id,Ordered,Shop,Units,Amount,Order status", "c1,2026-03-13,Seef,1,10.00,Shipped", ...more].join("\n");
  const { run, shown, start } = await preview(content("c2,2026-03-13,Seef,1,4.00,Cancelled"));
  const fields = { ...shown.mapping.fields, sold_at: { from: "Ordered" }, quantity_milli: { from: "Units" } };
  expect(shown.returns).toMatchObject([{ title: "“Cancelled” in Order status", words: ["Cancelled"] }]);
  const refused = await start({ ...shown.mapping, fields });
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    "“Order status” says “Cancelled” in 1 row. Choose whether they count as sales or are left out.",
  ]);
  const mapping = { ...shown.mapping, fields, leftOutWords: { "Order status": ["Cancelled"] } };
  const url = `/api/tenants/${tenantId}/imports/${run}/preview`;
  const { body: checked } = await fixture.call("POST", url, { mapping, isDryRun: true }, manager);
  expect(checked.counts).toMatchObject({
    written: 1,
    rejected: 1,
    leftOut: 1,
    problems: [{ message: "Left out: Cancelled.", rows: 1 }],
  });
  expect((await start(mapping)).status).toBe(202);
  const ended = await fixture.ended(run);
  expect([ended.rows.written, ended.rows.rejected, await sum(run)]).toEqual([1, 1, 1000]);
  const next = await fixture.take(content("c3,2026-03-14,Seef,1,2.00,Cancelled", "c4,2026-03-14,Seef,1,3.00,Shipped"));
  expect([next.rows.written, next.rows.rejected, await sum(next.id)]).toEqual([1, 1, 300]);
  expect([ended.rows.leftOut, next.rows.leftOut]).toEqual([1, 1]);
  const none = await fixture.take(
    content("c7,2026-03-14,Seef,1,2.00,Cancelled").replace(
      "c1,2026-03-13,Seef,1,10.00,Shipped",
      "c6,2026-03-13,Seef,1,10.00,Cancelled",
    ),
  );
  expect(none, "all lines are left out by choice").toMatchObject({
    state: "done",
    problem: null,
    rows: { read: 2, rejected: 2, leftOut: 2, deleted: 0 },
    files: [{ rows: { rejected: 2, leftOut: 2 } }],
  });
  const bad = await fixture.take(content("c5,2026-03-14,Seef,1,2.00,Cancelled").replace("10.00,Shipped", "x,Shipped"));
  expect([bad.state, bad.problem?.message]).toEqual([
    "failed",
    "1 row was rejected and 1 left out by choice: none was loaded. Look at the reasons, fix the mapping, then replay them.",
  ]);
});

test("the check says what returned lines take off, and which of them have no sale beside them", async () => {
  const content = [
    "Receipt,Sold at,Branch,Pieces,Gross,Status",
    "q1,2026-03-13,Seef,1,10.00,paid",
    "q1,2026-03-14,Seef,1,10.00,refunded",
    "q2,2026-03-14,Seef,1,4.50,refunded",
  ].join("\n");
  const { body } = await fixture.send(content, { draft: "1" });
  const url = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const { body: shown } = await fixture.call("POST", `${url}/preview`, { isDryRun: true }, manager);
  expect(shown.counts.returns).toEqual({
    rows: 2,
    amounts: [{ currency: "USD", amount: -1450 }],
    withoutSale: 1,
  });
});

test("a sale that comes again as cancelled counts no more, the check says so, and undoing the load brings it back", async () => {
  const content = (...more: string[]) =>
    ["Order id,Ordered,Outlet,Units,Amount,Order state", "w9,2026-03-13,Seef,1,5.00,Shipped", ...more].join("\n");
  const first = await preview(content("w1,2026-03-13,Seef,1,10.00,Shipped", "w2,2026-03-13,Seef,1,4.00,Cancelled"));
  const fields = { ...first.shown.mapping.fields, sold_at: { from: "Ordered" }, quantity_milli: { from: "Units" } };
  const leftOutWords = { "Order state": ["Cancelled"] };
  expect(await first.start({ ...first.shown.mapping, fields, leftOutWords })).toMatchObject({ status: 202 });
  await fixture.ended(first.run);
  expect(await sum(first.run)).toBe(1500);
  const again = await preview(content("w1,2026-03-13,Seef,1,12.00,Shipped", "w1,2026-03-13,Seef,1,12.00,Cancelled"));
  const url = `/api/tenants/${tenantId}/imports/${again.run}/preview`;
  const { body: checked } = await fixture.call("POST", url, { isDryRun: true }, manager);
  expect(checked.counts.notes).toEqual([
    { field: "is_return", message: "The sale is stored already and will be removed.", rows: 1 },
  ]);
  expect((await again.start({ ...again.shown.mapping, duplicates: "last" })).status).toBe(202);
  const ended = await fixture.ended(again.run);
  expect(ended.rows).toMatchObject({ read: 3, replaced: 1, unchanged: 1, rejected: 1, deleted: 1 });
  expect(await sum(first.run)).toBe(500);
  const undone = await fixture.call("POST", `/api/tenants/${tenantId}/imports/${again.run}/undo`, {}, manager);
  expect(undone.status).toBeLessThan(300);
  await until(async () => (await sum(first.run)) === 1500);
});

test("a sale without a key that comes again as cancelled counts no more, one for each cancelled line", async () => {
  const content = (...rows: string[]) => ["Ordered,Outlet,Ticket,Units,Amount,Order state", ...rows].join("\n");
  const one = (state: string) => `2026-05-13,Seef,t1,1,10.00,${state}`;
  const other = "2026-05-14,Seef,t2,1,4.00,Shipped";
  const first = await preview(content(one("Shipped"), one("Shipped"), one("Shipped"), other));
  const fields = {
    ...first.shown.mapping.fields,
    sold_at: { from: "Ordered" },
    quantity_milli: { from: "Units" },
    receipt_key: { from: "Ticket" },
  };
  const { source_key: _, ...unkeyed } = fields;
  const mapping = { ...first.shown.mapping, fields: unkeyed, duplicates: "each" as const };
  expect(await first.start(mapping)).toMatchObject({ status: 202 });
  await fixture.ended(first.run);
  expect(await sum(first.run)).toBe(3400);
  // Of three equal sales two are there again, and three cancelled lines: one sale is left that was cancelled.
  const again = await preview(
    content(one("Shipped"), one("Shipped"), one("Cancelled"), one("Cancelled"), one("Cancelled"), other),
  );
  const leaving = { ...mapping, leftOutWords: { "Order state": ["Cancelled"] } };
  const url = `/api/tenants/${tenantId}/imports/${again.run}/preview`;
  const { body: checked } = await fixture.call("POST", url, { mapping: leaving, isDryRun: true }, manager);
  expect(checked.counts.notes).toEqual([
    { field: "is_return", message: "The sale is stored already and will be removed.", rows: 1 },
  ]);
  expect((await again.start(leaving)).status).toBe(202);
  const ended = await fixture.ended(again.run);
  expect(ended.rows).toMatchObject({ read: 6, written: 0, unchanged: 3, rejected: 3, deleted: 1 });
  expect(await sum(first.run)).toBe(2400);
  const undone = await fixture.call("POST", `/api/tenants/${tenantId}/imports/${again.run}/undo`, {}, manager);
  expect(undone.status).toBeLessThan(300);
  await until(async () => (await sum(first.run)) === 3400);
});
