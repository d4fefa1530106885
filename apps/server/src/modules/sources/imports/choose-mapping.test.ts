import type { SourceMapping } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tellsKeysApart } from "./choose-mapping.ts";
import { type ImportFixture, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";
import type { FileOutline } from "./import-mapping.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const tills = "Bon Id;Wann;Wo;Stk;Geld;Kasse";
const mapping = {
  fact: "sale_lines",
  fields: {
    receipt_key: { from: "Bon Id" },
    sold_at: { from: "Wann" },
    branch: { from: "Wo", newNames: "take" },
    quantity_milli: { from: "Stk" },
    gross_minor: { from: "Geld" },
  },
};

/** The preview of a file that waits, with the mapping that it was given. */
async function preview(name: string, content: string) {
  const { body } = await fixture.send(content, { draft: "1", name });
  return (await fixture.call("POST", `/api/tenants/${tenantId}/imports/${body.run.id}/preview`, {})).body;
}

test("the next file that looks alike is mapped like the last one, also after a load of another kind", async () => {
  const first = await fixture.take(`${tills}\n1;2026-03-01;Seef;1;2,50;A\n`, {
    mapping: JSON.stringify(mapping),
    name: "tills-march.csv",
  });
  expect(first).toMatchObject({ state: "done", rows: { written: 1 } });
  await fixture.take("branch,day,target\nSeef,2026-03-01,500\n", { name: "targets.csv" });
  const next = await preview("tills-april.csv", `${tills};Neu\n2;2026-04-01;Seef;1;3,75;A;x\n`);
  expect(next.likeFile).toMatchObject({ name: "tills-march.csv" });
  expect(next.mapping.fields).toMatchObject(mapping.fields);
  // The other file has nothing in common with it, and is matched by its own columns.
  const other = await preview("targets-april.csv", "branch,day,target\nSeef,2026-04-01,600\n");
  expect(other.likeFile).toMatchObject({ name: "targets.csv" });
  expect(other.mapping.fact).toBe("sales_targets");
});

test("a file like none before is matched by names and values, with why", async () => {
  const {
    mapping: chosen,
    suggestion,
    likeFile,
  } = await preview(
    "new.csv",
    "Ticket Number,Sale Date,Units,Line Total,Where\nt1,2026-03-01,1,5.00,Seef\nt2,2026-03-02,1,6.00,Riffa\n",
  );
  expect(likeFile).toBeNull();
  expect(chosen.fields).toMatchObject({ receipt_key: { from: "Ticket Number" }, gross_minor: { from: "Line Total" } });
  // It identifies all rows, so that a corrected file replaces them.
  expect(chosen.fields.source_key).toEqual({ from: "Ticket Number" });
  expect(suggestion.reasons.gross_minor).toBe("“Line Total” is another word for it.");
});

test("amounts are in the currency that their column names, also beside an earlier file", async () => {
  const named = await preview(
    "euros.csv",
    "Receipt no;Sold on;Units;Amount (€)\nq1;2026-05-01;1;2,50\nq2;2026-05-02;2;3,75\n",
  );
  expect(named.mapping.fields).toMatchObject({ gross_minor: { from: "Amount (€)" }, currency: { constant: "EUR" } });
  expect(named.suggestion.reasons.currency).toBe("“Amount (€)” is in EUR by its name.");

  const head = "Quittung;Verkauft;Stueck;Brutto";
  const money = {
    fact: "sale_lines",
    fields: {
      receipt_key: { from: "Quittung" },
      sold_at: { from: "Verkauft" },
      quantity_milli: { from: "Stueck" },
      gross_minor: { from: "Brutto" },
    },
  };
  const first = await fixture.take(`${head}\nw1;2026-05-13;1;2,50\n`, {
    mapping: JSON.stringify(money),
    name: "w1.csv",
  });
  expect(first).toMatchObject({ state: "done" });
  const next = await preview("w2.csv", `${head};Currency\nw2;2026-05-14;1;3,75;EUR\nw3;2026-05-15;1;3,50;USD\n`);
  expect(next.likeFile).toMatchObject({ name: "w1.csv" });
  expect(next.mapping.fields.currency).toEqual({ from: "Currency" });
});

test("how the columns of one file were written says nothing of another after a load of another kind", async () => {
  const head = "Beleg;Tag;Anzahl;Preis";
  const sales = {
    fact: "sale_lines",
    fields: {
      receipt_key: { from: "Beleg" },
      sold_at: { from: "Tag" },
      quantity_milli: { from: "Anzahl" },
      gross_minor: { from: "Preis" },
    },
  };
  const first = await fixture.take(`${head}\nu1;03/14/2026;1;2.50\n`, {
    mapping: JSON.stringify(sales),
    name: "u1.csv",
  });
  expect(first).toMatchObject({ state: "done", rows: { written: 1 } });
  await fixture.take("branch,day,target\nSeef,2026-03-02,500\n", { name: "targets-between.csv" });
  const next = await preview("u2.csv", `${head}\nu2;03/04/2026;1;2.500\n`);
  expect(next.likeFile).toMatchObject({ name: "u1.csv" });
  expect(next.mapping.fields.sold_at).toEqual({ from: "Tag" });
  expect(next.mapping.fields.gross_minor).toEqual({ from: "Preis" });
});

test("a key of another connection's file that rows of this one share is not taken over, and that is said", async () => {
  const lines = (...receipts: string[]) =>
    receipts.map((receipt) => `${receipt};2026-05-01;Seef;1;2,50;A;z`).join("\n");
  const keyed = { ...mapping, fields: { ...mapping.fields, receipt_key: { from: "Id" }, source_key: { from: "Id" } } };
  const header = "Id;Wann;Wo;Stk;Geld;Kasse;Filiale";
  await fixture.take(`${header}\n${lines("k1", "k2")}\n`, { mapping: JSON.stringify(keyed), name: "keyed.csv" });
  const { body } = await fixture.call("POST", `/api/tenants/${tenantId}/connections`, {
    source: "genesis",
    kind: "file",
    name: "Second till",
    settings: {},
  });
  const draft = (name: string, content: string) =>
    fixture.send(content, { draft: "1", name, connection: body.connection?.id ?? body.id });
  const look = async (sent: Awaited<ReturnType<typeof draft>>) =>
    (await fixture.call("POST", `/api/tenants/${tenantId}/imports/${sent.body.run.id}/preview`, {})).body;
  const alone = await look(await draft("alone.csv", `${header}\n${lines("k3", "k4")}\n`));
  expect(alone.mapping.fields.source_key).toEqual({ from: "Id" });
  const shared = await look(await draft("shared.csv", `${header}\n${lines("k5", "k5")}\n`));
  expect(shared).toMatchObject({ likeFile: { name: "keyed.csv" }, mapping: { duplicates: "each" } });
  expect(shared.mapping.fields.source_key).toBeUndefined();
  expect(shared.suggestion.reasons.source_key).toBe("Rows of this file share “Id”.");
});

test("a key of an earlier file that rows of this one share waits until someone has said which of them counts", async () => {
  const header = "Id;Moment;Wo;Stk;Geld;Beleg";
  const line = (id: string, gross: string) => `${id};2026-05-01;Seef;1;${gross};b-${id}`;
  const keyed = {
    fact: "sale_lines",
    fields: {
      source_key: { from: "Id" },
      receipt_key: { from: "Beleg" },
      sold_at: { from: "Moment" },
      branch: { from: "Wo", newNames: "take" },
      quantity_milli: { from: "Stk" },
      gross_minor: { from: "Geld" },
    },
  };
  await fixture.take(`${header}\n${line("u1", "1,50")}\n${line("u2", "2,50")}\n`, { mapping: JSON.stringify(keyed) });
  const { body } = await fixture.send(`${header}\n${line("u3", "1,50")}\n${line("u3", "2,50")}\n`, { draft: "1" });
  const url = `/api/tenants/${tenantId}/imports/${body.run.id}`;
  const { body: shown } = await fixture.call("POST", `${url}/preview`, {});
  expect(shown.mapping.fields.source_key).toEqual({ from: "Id" });
  expect(shown.keys.shared).toContain("Id");
  const start = (mapping: object) => fixture.call("POST", `${url}/start`, { mapping, replaces: [] });
  const refused = await start(shown.mapping);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    "Rows of this file share “Id”, its key. Choose which of them counts: the later one, the first, or every line.",
  ]);
  expect((await start({ ...shown.mapping, duplicates: "last" })).status).toBe(202);
});

test("a column that held something else in the earlier file is matched as if there had been none", async () => {
  const header = "Nr;Zeit;Ort;Anzahl;Preis;Returned;Rabatt";
  const fields = {
    receipt_key: { from: "Nr" },
    sold_at: { from: "Zeit" },
    branch: { from: "Ort", newNames: "take" },
    quantity_milli: { from: "Anzahl" },
    gross_minor: { from: "Preis" },
    discount_minor: { from: "Rabatt" },
  };
  const first = `${header}\nq1;2026-06-01;Seef;1;2,50;2026-06-05;0,5\nq2;2026-06-01;Seef;1;2,50;2026-06-06;0,25\n`;
  await fixture.take(first, { mapping: JSON.stringify({ fact: "sale_lines", fields }), name: "days.csv" });
  const next = await preview(
    "marks.csv",
    `${header}\nq3;2026-06-02;Seef;1;2,50;yes;Ja\nq4;2026-06-02;Seef;1;2,50;no;Nein\n`,
  );
  expect(next.likeFile).toMatchObject({ name: "days.csv" });
  expect([next.mapping.fields.is_return, next.mapping.fields.discount_minor]).toEqual([
    { from: "Returned" },
    undefined,
  ]);
  // What was offered and left alone stays so.
  await fixture.take(first.replaceAll("q", "qq").replace("2026-06-05", "yes").replace("2026-06-06", "no"), {
    mapping: JSON.stringify({ fact: "sale_lines", fields }),
    name: "left.csv",
  });
  const last = await preview(
    "again.csv",
    `${header}\nq5;2026-06-02;Seef;1;2,50;yes;0,5\nq6;2026-06-02;Seef;1;2,50;no;0,5\n`,
  );
  expect(last.mapping.fields.is_return).toBeUndefined();
});

const keyed = (fields: object, more: object = {}) =>
  ({ fact: "sale_lines", fields: { sold_at: { from: "Wann" }, ...fields }, ...more }) as unknown as SourceMapping;
const known = (...candidates: { columns: string[]; repeats?: number; empty?: number }[]) => ({
  profile: {
    keys: { candidates: candidates.map((one) => ({ repeats: 0, empty: 0, ...one })) },
  } as unknown as FileOutline["profile"],
});
const id = { source_key: { from: "Id" } };

test.each([
  ["a column of different values", keyed(id), known({ columns: ["Id"] }), true],
  ["columns that hold one", keyed({}, { keyColumns: ["Id", "Wo"] }), known({ columns: ["Id"] }), true],
  ["columns that differ together", keyed({}, { keyColumns: ["Wo", "Id"] }), known({ columns: ["Id", "Wo"] }), true],
  ["a part of the columns that differ", keyed(id), known({ columns: ["Id", "Wo"] }), false],
  ["a column with a value twice", keyed(id), known({ columns: ["Id"], repeats: 1 }), false],
  ["a column with an empty cell", keyed(id), known({ columns: ["Id"], empty: 1 }), false],
  ["another column", keyed({ source_key: { from: "Wo" } }), known({ columns: ["Id"] }), false],
  [
    "words for other words",
    keyed({ source_key: { from: "Id", values: { a: "b" } } }),
    known({ columns: ["Id"] }),
    false,
  ],
  ["a constant", keyed({ source_key: { constant: "x" } }), known({ columns: ["Id"] }), false],
  ["a computed column", keyed(id, { computed: [{ name: "Id", expression: "1" }] }), known({ columns: ["Id"] }), false],
  ["lines that all count", keyed(id, { duplicates: "each" }), known({ columns: ["Id"] }), false],
])("whether no two rows can share a key: %s", (_, mapping, outline, expected) => {
  expect(tellsKeysApart("genesis", mapping, outline)).toBe(expected);
});

test("keys that only look different are rows of their own, or counted as one", async () => {
  const keys = ["Café", "Cafe\u0301", "a b", "a  b", "x\u200b", "x", "ﬁ", "fi", "A", "a", "1", "1.0", "01"];
  const lines = keys.map((key, row) => `${key},2026-03-01,Seef,1,${row + 1}.00`);
  const content = `id,sale date,branch,qty,gross\n${lines.join("\n")}\n`;
  const fields = {
    source_key: { from: "id" },
    receipt_key: { from: "id" },
    sold_at: { from: "sale date" },
    branch: { from: "branch", newNames: "take" },
    quantity_milli: { from: "qty" },
    gross_minor: { from: "gross" },
  };
  const sent = { mapping: JSON.stringify({ fact: "sale_lines", fields }), name: "looks.csv" };
  const { rows } = await fixture.take(content, sent);
  const { read, written, replaced, unchanged, duplicates, rejected } = rows;
  expect(read).toBe(keys.length);
  expect(written + replaced + unchanged + duplicates + rejected).toBe(read);
  expect(replaced).toBe(0);
  const again = await fixture.take(content, { ...sent, name: "looks-again.csv" });
  expect(again.rows).toMatchObject({ read, written: 0, unchanged: written });
});
