import { afterAll, beforeAll, expect, test } from "vitest";
import { type ImportFixture, openImportFixture } from "./import-fixture-for-tests.ts";

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

test("numbers beside texts with a decimal comma are not read as texts, which would make them a thousand times larger", async () => {
  const mixed = writeLines([
    ["a1", 1, "12,50"],
    ["a2", 1, 12.345],
    ["a3", 1, 30],
  ]);
  const refusal = 'Gross: "Betrag" has numbers beside texts with a decimal comma.';
  expect((await send(mixed)).body.error.message).toContain(refusal);
  const chosen = { ...mapping, fields: { ...mapping.fields, gross_minor: { from: "Betrag", decimal: "comma" } } };
  expect((await send(mixed, chosen)).body.error.message).toContain(refusal);
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
