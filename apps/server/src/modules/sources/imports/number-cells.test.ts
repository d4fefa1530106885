import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textRow, workbook } from "../../../connectors/file/workbook-for-tests.ts";
import { systemCaller } from "../../../platform/context.ts";
import { type ImportFixture, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const mapping = {
  fact: "sale_lines",
  fields: {
    receipt_key: { from: "Beleg" },
    sold_at: { from: "Tag" },
    quantity_milli: { from: "Menge" },
    gross_minor: { from: "Betrag" },
  },
};

type Cell = string | number;

/** Lines of objects, whose numbers a program has written and whose texts a person may have typed. */
function writeLines(rows: readonly [key: string, quantity: Cell, amount: Cell][]): string {
  const lines = rows.map(([Beleg, Menge, Betrag]) => ({ Beleg, Tag: "2026-03-01", Menge, Betrag }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const send = (content: string, more: object = mapping) =>
  fixture.send(content, { name: "sales.ndjson", mapping: JSON.stringify(more) });

/** The amounts of a load by their receipts. */
async function take(content: string, more: object = mapping): Promise<string[]> {
  const { status, body } = await send(content, more);
  expect(status, JSON.stringify(body)).toBe(202);
  const { id, rows } = await fixture.ended(body.run.id);
  expect(rows.written).toBe(rows.read);
  return listStored(id);
}

function listStored(id: string): Promise<string[]> {
  return fixture.testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const { rows: stored } = await sql<{
      line: string;
    }>`select concat_ws(' ', receipt_key, quantity_milli, gross_minor) as line from sale_lines
      where tenant_id = ${tenantId} and loaded_by = ${id}::uuid order by receipt_key`.execute(db);
    return stored.map(({ line }) => line);
  });
}

test("a number beside texts with a decimal comma is the number that it is, and not a thousand times more", async () => {
  const mixed = writeLines([
    ["a1", 1.125, "12,50"],
    ["a2", "0,5", 12.125],
    ["a3", 1, -30.5],
    ["a4", "1.234,5", 1e-2],
  ]);
  const stored = ["a1 1125 1250", "a2 500 1213", "a3 1000 3050", "a4 1234500 1"];
  expect(await take(mixed)).toEqual(stored);
  const commas = { gross_minor: { from: "Betrag", decimal: "comma" } };
  const again = mixed.replaceAll('"a', '"aa');
  const chosen = { ...mapping, fields: { ...mapping.fields, ...commas } };
  expect(await take(again, chosen)).toEqual(stored.map((line) => `a${line}`));
});

test("numbers show nothing of a text beside them that may be thousands", async () => {
  const { status, body } = await send(
    writeLines([
      ["b1", 1, 2.5],
      ["b2", 1, "2.500"],
    ]),
  );
  expect([status, body.error.message]).toEqual([400, 'Gross: choose the decimal sign of "Betrag".']);
});

test("numbers of a program have a point, also where an earlier file had commas", async () => {
  const chosen = Object.fromEntries(
    Object.entries(mapping.fields).map(([name, field]) => [
      name,
      name === "quantity_milli" || name === "gross_minor" ? { ...field, decimal: "comma" } : field,
    ]),
  );
  const first = await fixture.take("Beleg;Tag;Menge;Betrag\nc1;2026-03-01;1,5;2,50\n", {
    mapping: JSON.stringify({ ...mapping, fields: chosen }),
    name: "c1.csv",
  });
  expect(first).toMatchObject({ state: "done", rows: { written: 1 } });
  const { body } = await fixture.send(
    writeLines([
      ["c2", 1.125, 12.125],
      ["c3", 2.375, 100],
    ]),
    { name: "c2.ndjson", draft: "1" },
  );
  const { fields } = (await fixture.call("POST", `/api/tenants/north/imports/${body.run.id}/preview`, {})).body.mapping;
  expect([fields.quantity_milli, fields.gross_minor]).toEqual([{ from: "Menge" }, { from: "Betrag" }]);
});

test("a workbook and a CSV with a decimal comma are one load: each of their numbers is what it is", async () => {
  const names = ["Beleg", "Tag", "Menge", "Betrag"];
  const cells = ["d1", "2026-03-01"].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  const book = workbook({
    sheets: [`${textRow(1, names)}<row r="2">${cells}<c><v>1.125</v></c><c><v>12.5</v></c></row>`],
  });
  const { status, body } = await fixture.sendForm(
    { "a.xlsx": book, "b.csv": `${names.join(";")}\nd2;2026-03-01;0,500;1.234,50\nd3;2026-03-01;2,5;7,25\n` },
    { mapping: JSON.stringify(mapping) },
  );
  expect(status, JSON.stringify(body)).toBe(202);
  expect(await listStored((await fixture.ended(body.run.id)).id)).toEqual([
    "d1 1125 1250",
    "d2 500 123450",
    "d3 2500 725",
  ]);
  const open = await fixture.sendForm(
    { "a.xlsx": book, "b.csv": `${names.join(";")}\nd4;2026-03-01;1;1.234\n` },
    { mapping: JSON.stringify(mapping) },
  );
  expect([open.status, open.body.error?.message]).toEqual([400, 'Gross: choose the decimal sign of "Betrag".']);
});
