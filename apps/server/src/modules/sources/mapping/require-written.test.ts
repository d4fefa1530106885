import type { SourceColumn } from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSourceFixture, type SourceFixture, sale, tenantId } from "../connections/source-fixture-for-tests.ts";
import { openShop, shopMapping } from "../listings/shop-for-tests.ts";

let fixture: SourceFixture;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  fixture = await openSourceFixture();
  shop = await openShop(fixture);
});
afterAll(() => fixture.close());
beforeEach(() => Object.assign(fixture.list, { rows: [], faults: [], served: [], gate: null }));

const fields = {
  source_key: { from: "id" },
  receipt_key: { from: "receipt" },
  sold_at: { from: "date" },
  quantity_milli: { from: "qty" },
  gross_minor: { from: "gross" },
};
const connect = () => fixture.connect({ mapping: { fact: "sale_lines", fields } });
const serve = (...gross: unknown[]) => {
  fixture.list.rows = gross.map((value, place) => ({ ...sale(place + 1), gross: value }));
};
const amounts = async (path: string) => (await fixture.listSales(path)).map(({ gross_minor }) => Number(gross_minor));

async function choose(path: string, gross: object, mapping: Record<string, unknown> = { fact: "sale_lines", fields }) {
  const { version } = (await fixture.call("GET", path)).body;
  const changed = { ...mapping, fields: { ...(mapping.fields as object), gross_minor: { from: "gross", ...gross } } };
  const { status, body } = await fixture.call("PATCH", path, { version, mapping: changed });
  expect(status, JSON.stringify(body)).toBe(200);
}

const refusal = (value: string, place: string) => ({
  state: "failed",
  problem: {
    kind: "config",
    message: `Gross: the sign in "${value}" (${place} of "gross") can mark decimals or thousands. Choose in the mapping how it is written: 1,234.56 or 1.234,56.`,
  },
});

test.each([
  ["1,234", [123_400, 500], [123, 500]],
  ["1.234", [123, 500], [123_400, 500]],
])("texts such as %s in a list are not guessed: someone chooses, and the rows come in", async (text, point, comma) => {
  serve(text, "5");
  const { sample } = (
    await fixture.call("POST", `/api/tenants/${tenantId}/connections/sample`, {
      source: "genesis",
      kind: "rest",
      settings: fixture.settings(),
      secret: "let me in",
    })
  ).body;
  expect(sample.columns.find(({ name }: SourceColumn) => name === "gross").decimal).toEqual({
    style: "point",
    isSure: false,
    evidence: `Such as "${text}" (row 1): the sign may mark decimals or thousands.`,
  });
  const path = await connect();
  expect(await fixture.read(path)).toMatchObject({ ...refusal(text, "row 1"), rows: { read: 0 } });
  expect(await amounts(path)).toEqual([]);
  await choose(path, { decimal: "point" });
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { written: 2 } });
  expect(await amounts(path)).toEqual(point);
  const other = await connect();
  await choose(other, { decimal: "comma" });
  await fixture.read(other);
  expect(await amounts(other)).toEqual(comma);
});

test("numbers of a list are what they are, however many decimals they have", async () => {
  serve(1.234, 2.5, 1000);
  const path = await connect();
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { written: 3 } });
  expect(await amounts(path)).toEqual([123, 250, 100_000]);
});

test("numbers of a list beside texts with a decimal comma are what they are, and show nothing of these", async () => {
  serve(1.125, "12,50", 2.375, "1.234");
  const path = await connect();
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { written: 4 } });
  expect(await amounts(path)).toEqual([113, 1250, 238, 123_400]);
  serve(1.125, "2.500");
  const unclear = await connect();
  expect(await fixture.read(unclear)).toMatchObject(refusal("2.500", "row 2"));
  await choose(unclear, { decimal: "comma" });
  await fixture.read(unclear);
  expect(await amounts(unclear)).toEqual([113, 250_000]);
});

test("a sign that comes on a later page is asked for too, and one that was found out is kept", async () => {
  serve("5", "6", "7", "1,234");
  const path = await connect();
  expect(await fixture.read(path)).toMatchObject({ ...refusal("1,234", "row 4"), rows: { read: 2, written: 2 } });

  serve("5", "6", "12,50", "1.234");
  const clear = await connect();
  expect(await fixture.read(clear)).toMatchObject({ state: "done", rows: { written: 4 } });
  expect(await amounts(clear)).toEqual([500, 600, 1250, 123_400]);
  expect((await fixture.call("GET", clear)).body.mapping.columnStyles).toMatchObject({ gross: { decimal: "comma" } });
  serve("2.345", "13.50");
  expect(await fixture.read(clear, { isFull: true, allowsShrink: true })).toMatchObject({ rows: { rejected: 1 } });
  expect((await amounts(clear))[0], "read as before").toBe(234_500);
});

test("a query's numbers are certain, and its texts are asked for", async () => {
  await shop.query(`insert into shop.sales values (1, 'r1', now(), '', 1, '1.234'), (2, 'r2', now(), '', 1, '2.345')`);
  const path = await shop.connect(shopMapping);
  expect(await fixture.read(path)).toMatchObject(refusal("1.234", "row 1"));
  await choose(path, { decimal: "comma" }, shopMapping);
  await fixture.read(path);
  expect(await amounts(path)).toEqual([123_400, 234_500]);
  const numbers = await shop.connect(
    shopMapping,
    "select id, receipt, sold, qty, gross::numeric(10,3) as gross from shop.sales",
  );
  expect(await fixture.read(numbers)).toMatchObject({ state: "done", rows: { written: 2 } });
  expect(await amounts(numbers)).toEqual([123, 235]);
});
