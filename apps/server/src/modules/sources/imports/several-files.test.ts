import type { ImportPreview, SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { until } from "../../../testing/until.ts";
import { type ImportFixture, manager, openImportFixture, sales, tenantId, toFile } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const at = (run: string) => `/api/tenants/${tenantId}/imports/${run}`;

async function preview(run: string, input: object = {}): Promise<ImportPreview> {
  const { status, body } = await fixture.call("POST", `${at(run)}/preview`, input, manager);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const fields = {
  source_key: { from: "id" },
  receipt_key: { from: "receipt" },
  sold_at: { from: "date" },
  quantity_milli: { from: "qty" },
  gross_minor: { from: "gross" },
};

test("files of one kind are one load, counted by file and in all, and undone as one", async () => {
  const { status, body } = await fixture.sendForm(
    {
      "seef.csv": toFile([...sales("m", 3), "m4,r4,2026-03-01 10:00,Seef,1,much"]),
      // The same columns in another order, and a key that the first file has too.
      "riffa.csv":
        "gross,qty,branch,date,receipt,id\n7.00,1,Riffa,2026-03-02 10:00,r1,m1\n8.00,1,Riffa,2026-03-02,r9,m9\n",
    },
    { mapping: JSON.stringify({ fact: "sale_lines", fields }) },
  );
  expect(status, JSON.stringify(body)).toBe(202);
  const run = await fixture.ended(body.run.id);
  expect(run).toMatchObject({
    state: "done",
    fileName: "seef.csv and 1 more",
    note: "6 rows read.",
    rows: { read: 6, written: 4, replaced: 0, unchanged: 0, duplicates: 1, rejected: 1, total: 6 },
    files: [
      { name: "seef.csv", rows: { read: 4, written: 3, duplicates: 0, rejected: 1 } },
      { name: "riffa.csv", rows: { read: 2, written: 1, duplicates: 1, rejected: 0 } },
    ],
  });
  expect((await fixture.stored("m")).map(({ source_key, gross_minor }) => [source_key, gross_minor])).toEqual([
    ["m1", 700],
    ["m2", 1050],
    ["m3", 1050],
    ["m9", 800],
  ]);
  expect(await fixture.listRejects(run)).toEqual(['seef.csv, line 5: "much" is not a number.']);
  expect(run).toMatchObject({ loaded: { domain: "sales", from: "2026-03-01", to: "2026-03-04" } });
  const undo = await fixture.call("POST", `${at(run.id)}/undo`, {}, manager);
  expect(undo.status, JSON.stringify(undo.body)).toBe(202);
  await until(async () => (await fixture.stored("m")).length === 0);
  expect(await fixture.ended(run.id)).toMatchObject({ isUndone: true, loaded: null });
});

test("how columns are written is decided over all files together", async () => {
  const draft = await fixture.sendForm(
    {
      "jan.csv": "id;receipt;date;qty;gross\ns1;r1;01/02/2026;1;1,500\n",
      "feb.csv": "id;receipt;date;qty;gross\ns2;r2;28/02/2026;1;12,50\n",
    },
    { draft: "1" },
  );
  expect(draft.status, JSON.stringify(draft.body)).toBe(202);
  const { columns, rows, files, keys } = await preview(draft.body.run.id);
  expect(columns.find(({ name }) => name === "date")?.dates).toMatchObject({ style: "dmy", isSure: true });
  expect(columns.find(({ name }) => name === "gross")?.decimal).toMatchObject({ style: "comma", isSure: true });
  expect(rows.map(({ file, record }) => [file, record.gross_minor])).toEqual([
    ["jan.csv", 150],
    ["feb.csv", 1250],
  ]);
  expect([files.map(({ name, rows: count }) => [name, count]), keys.rows]).toEqual([
    [
      ["jan.csv", 1],
      ["feb.csv", 1],
    ],
    2,
  ]);
  expect((await preview(draft.body.run.id, { isDryRun: true })).counts).toMatchObject({ read: 2, written: 2 });
});

test("files that contradict each other are not one load, and one that leaves it open follows the others", async () => {
  const toLines = (date: string, gross: string) => `id;receipt;date;qty;gross\nk1;r1;${date};1;${gross}\n`;
  const mapping = { fact: "sale_lines", fields };
  const cases: [Record<string, string>, string | null][] = [
    [
      { "a.csv": toLines("2026-03-01", "1.234,56"), "b.csv": toLines("2026-03-01", "1,234.56") },
      '"gross" is written with a decimal comma in a.csv and with a decimal point in b.csv. Load these files separately.',
    ],
    [
      { "a.csv": toLines("13/03/2026", "1.50"), "b.csv": toLines("03/13/2026", "1.50") },
      '"date" is written with the day before the month in a.csv and with the month before the day in b.csv. Load these files separately.',
    ],
    [{ "a.csv": toLines("01/03/2026", "1.234"), "b.csv": toLines("13/03/2026", "1.234,56") }, null],
  ];
  for (const [files, message] of cases) {
    const draft = await fixture.sendForm(files, { draft: "1" });
    const { conflicts } = await preview(draft.body.run.id, { mapping });
    expect(conflicts.map((conflict) => conflict.message)).toEqual(message === null ? [] : [message]);
    // A choice cannot read both of them right.
    const chosen = {
      fact: "sale_lines",
      duplicates: "last",
      fields: {
        ...fields,
        sold_at: { from: "date", dates: "dmy" },
        gross_minor: { from: "gross", decimal: "comma" },
      },
    };
    const start = await fixture.call("POST", `${at(draft.body.run.id)}/start`, { mapping: chosen }, manager);
    const direct = await fixture.sendForm(files, { mapping: JSON.stringify(mapping) });
    const refusal = message === null ? [202, undefined] : [400, message];
    expect([start.status, start.body.error?.message]).toEqual(refusal);
    expect([direct.status, direct.body.error?.message]).toEqual(refusal);
  }
});

test("a file with other columns is refused with its name and the columns that differ", async () => {
  const { status, body } = await fixture.sendForm({
    "one.csv": toFile(sales("x", 1)),
    "two.csv": "id,receipt,date,branch,qty,total\nx2,r2,2026-03-01,Seef,1,2.00\n",
  });
  expect([status, body.error.message]).toEqual([
    400,
    'two.csv: Its columns are not those of one.csv: it lacks "gross", and it has "total" besides.',
  ]);
  const empty = await fixture.sendForm({ "one.csv": toFile(sales("x", 1)), "none.csv": "" });
  expect([empty.status, empty.body.error.message]).toEqual([400, "none.csv: The file is empty."]);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.csv`, "id\n1\n"]));
  const refused = await fixture.sendForm(many);
  expect([refused.status, refused.body.error.message]).toEqual([400, "Send up to 100 files at once."]);
  expect(await fixture.stored("x")).toEqual([]);
});

test("the opening stock is a file of its own, and neither a receipt nor a gain", async () => {
  const mapping = {
    fact: "stock_movements",
    fields: {
      source_key: { from: "sku" },
      warehouse: { constant: "Hub" },
      product: { from: "sku" },
      movement_type: { constant: "Opening" },
      moved_at: { constant: "2026-01-01" },
      quantity_milli: { from: "on hand" },
      value_minor: { from: "worth" },
    },
    computed: [{ name: "worth", expression: "[on hand] * [unit cost]" }],
  };
  const run = await fixture.take("sku,on hand,unit cost\nP1,4,2.50\nP2,3,1.00\n", {
    source: "warehouse",
    mapping: JSON.stringify(mapping),
  });
  expect(run).toMatchObject({ state: "done", rows: { read: 2, written: 2 } });
  const movements = await fixture.testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db
      .selectFrom("stock_movements")
      .select(["movement_type", "quantity_milli", "value_minor"])
      .where("tenant_id", "=", tenantId)
      .orderBy("source_key")
      .execute(),
  );
  expect(movements.map(({ movement_type, ...rest }) => ({ type: movement_type, ...rest }))).toEqual([
    { type: 6, quantity_milli: 4000, value_minor: 1000 },
    { type: 6, quantity_milli: 3000, value_minor: 300 },
  ]);
});

test("a file is loaded into the connection that was chosen, with the mapping that was confirmed there", async () => {
  const make = async (name: string, input: object = {}) =>
    (
      await fixture.call("POST", `/api/tenants/${tenantId}/connections`, {
        source: "genesis",
        kind: "file",
        name,
        ...input,
      })
    ).body.id as string;
  const tills = await make("Tills");
  const shop = await make("Web shop");
  const odd = "A,B,C,D\nt1,x1,2026-03-01,7.00\n";
  const mapping = {
    fact: "sale_lines",
    fields: {
      source_key: { from: "A" },
      receipt_key: { from: "B" },
      sold_at: { from: "C" },
      quantity_milli: { constant: "1" },
      gross_minor: { from: "D" },
    },
  };
  const run: SourceRun = await fixture.take(odd, { connection: tills, mapping: JSON.stringify(mapping) });
  expect(run).toMatchObject({ state: "done", connection: tills, connectionName: "Tills", rows: { written: 1 } });
  expect(await fixture.take(odd, { connection: tills })).toMatchObject({ rows: { unchanged: 1 } });
  expect((await fixture.send(odd, { connection: shop })).status, "the other has no such mapping").toBe(400);
  const list = await fixture.call(
    "GET",
    `/api/tenants/${tenantId}/file-connections?source=genesis`,
    undefined,
    manager,
  );
  expect(list.body.items.map(({ name }: { name: string }) => name)).toEqual(["Files", "Tills", "Web shop"]);
  const query = await make("Query", {
    kind: "rest",
    settings: { url: "https://example.com/rows" },
  });
  const documents = await make("Contracts", { source: "docman" });
  for (const [connection, message] of [
    [query, '"Query" is not for files. Choose another.'],
    [documents, '"Contracts" is for files of another source. Choose another.'],
    ["none", "There is no such connection."],
  ] as const) {
    const { status, body } = await fixture.send(odd, { connection });
    expect([status, body.error.fields.connection]).toEqual([400, message]);
  }
});
