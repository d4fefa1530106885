import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { columnList, type ListType } from "./column-list.ts";
import { instantMicros } from "./instant.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Every value, as PostgreSQL would write it, of a list that is handed over in bytes and of one in texts. */
async function readBothWays(type: ListType, inBytes: readonly unknown[], inTexts: readonly (string | null)[]) {
  const text = `select array(select v::text from unnest($1::${type}[]) with ordinality as l (v, n) order by n) as list`;
  const [bytes, texts] = [
    await client.query(text, [columnList(inBytes, type)]),
    await client.query(text, [[...inTexts]]),
  ];
  return { bytes: bytes.rows[0].list, texts: texts.rows[0].list };
}

const lists: Record<Exclude<ListType, "timestamptz" | "jsonb">, unknown[]> = {
  text: ["", "plain", 'with "quotes", \\ and {braces}', "NULL", "Grüße 東京 👍", null, "\n\t"],
  smallint: [0, 1, -1, 32_767, -32_768, null],
  integer: [0, 1, -1, 2_147_483_647, -2_147_483_648, null],
  bigint: [0, 1, -1, 2 ** 32, -(2 ** 32), 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 1 - 2 ** 53, null, 450],
  float8: [0, -0.1, 1e-300, 1.7976931348623157e308, 49.4075, null],
  boolean: [true, false, null],
  date: ["2000-01-01", "1999-12-31", "0001-01-01", "9999-12-31", "2024-02-29", null],
};

test.each(Object.entries(lists))("a list of %s in bytes is what PostgreSQL reads from text", async (type, values) => {
  const texts = values.map((value) => (value === null ? null : String(value)));
  const { bytes, texts: expected } = await readBothWays(type as ListType, values, texts);
  expect(bytes).toEqual(expected);
  expect(bytes).toHaveLength(values.length);
});

test("a list of documents in bytes is what PostgreSQL reads from text", async () => {
  const values = [{ a: [1, null, "ü"] }, [], "text", 1.5, null, { "": { deep: true } }];
  const texts = values.map((value) => (value === null ? null : JSON.stringify(value)));
  const { bytes, texts: expected } = await readBothWays("jsonb", values, texts);
  expect(bytes).toEqual(expected);
});

test("an empty list in bytes is empty", async () => {
  expect((await readBothWays("integer", [], [])).bytes).toEqual([]);
});

test("an instant in any of its forms is the one that PostgreSQL reads from it", async () => {
  const days = ["2026-03-18", "2024-02-29", "1970-01-01", "1969-12-31", "2000-01-01", "2100-02-28", "1900-03-01"];
  const far = ["0001-01-01T00:00:00Z", "0099-06-15T12:00:00.5Z", "9999-12-31T23:59:59.999999Z", "2400-02-29T00:00:00Z"];
  const times = [
    "09:30:00",
    "00:00",
    "23:59:59.999",
    "12:00:00.5",
    "07:08:09.123456",
    "07:08:09.1234567",
    "23:59:59.9999999",
  ];
  const offsets = ["Z", "+03:00", "-0530", "+14:00"];
  const usual = days.flatMap((day) =>
    times.flatMap((time) => offsets.flatMap((offset) => [`${day}T${time}${offset}`, `${day} ${time}${offset}`])),
  );
  const instants = [...usual, ...far];
  const { bytes, texts } = await readBothWays("timestamptz", instants.map(instantMicros), instants);
  expect(bytes).toEqual(texts);
});

test.each([
  "2026-02-29T09:30:00Z",
  "2026-13-01T09:30:00Z",
  "2026-00-10T09:30:00Z",
  "2026-03-00T09:30:00Z",
  "2026-03-18T25:00:00Z",
  "2026-03-18T09:60:00Z",
  "2026-03-18T09:30:60Z",
  "2026-03-18T09:30:00",
  "2026-03-18T09:30:00.12aZ",
  "2026-03-18T09:30:0 Z",
  "2O26-03-18T09:30:00Z",
  "2026-03-18T09:30:00+24:00",
  "",
  "18.03.2026",
  "2026-03-18",
  "2026-03-18T09:30:00Z ",
  "2026-03-18T09:30:00,123Z",
  "0000-01-01T00:00:00Z",
  "2026-03-18T09:30.5Z",
])("%j is no instant", (text) => {
  expect(instantMicros(text)).toBeNull();
});
