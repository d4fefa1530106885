import type { SourceFixture } from "../connections/source-fixture-for-tests.ts";

/** Which column of the shop fills which field. */
export const shopMapping = {
  fact: "sale_lines",
  fields: {
    source_key: { from: "id" },
    receipt_key: { from: "receipt" },
    sold_at: { from: "sold" },
    quantity_milli: { from: "qty" },
    gross_minor: { from: "gross" },
  },
};

/** A table of sales in a database that a connection reads by a query. */
export async function openShop(fixture: SourceFixture) {
  const url = new URL(fixture.testApp.databaseUrl);
  const { pool } = fixture.testApp;
  await pool.query(`create schema shop;
    create table shop.sales (id int primary key, receipt text, sold timestamptz, noted text, qty int, gross text)`);
  return {
    query: (text: string) => pool.query(text),
    /** Sells once on each of some days after the first of March, at nine in the morning of Bahrain. */
    sell: (first: number, last: number) =>
      pool.query(`insert into shop.sales select n, 'r' || n, at, to_char(at at time zone 'Asia/Bahrain', 'DD/MM/YYYY'), 1, '10.00'
        from (select n, timestamptz '2026-03-01 09:00+03' + n * interval '1 day' as at
          from generate_series(${first}, ${last}) n) sold`),
    connect: (mapping: object = shopMapping, query = "select * from shop.sales") =>
      fixture.connect({
        kind: "sql",
        name: "Shop",
        secret: decodeURIComponent(url.password),
        mapping,
        settings: {
          host: url.hostname,
          port: Number(url.port),
          database: url.pathname.slice(1),
          user: url.username,
          tls: false,
          query,
          cursorColumn: "id",
        },
      }),
  };
}
