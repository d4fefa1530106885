import pg from "pg";
import { expect, inject, test } from "vitest";
import { binSql, secondsSql, toMinutes } from "./histogram.ts";

const day = 86_400;

test("a deviation is told by the minute up to eleven days, by the hour up to two years, and beyond not at all", async () => {
  const seconds = [
    0,
    1,
    -1,
    90,
    -90,
    10 * day,
    11.5 * day,
    -11.5 * day,
    56 * day + 1,
    -146 * day,
    600 * day,
    800 * day,
  ];
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  const { rows } = await client.query<{ bin: number; seconds: number | null }>(
    `select bin, ${secondsSql("bin", { isSigned: true })} as seconds
      from unnest($1::bigint[]) with ordinality as given (late, place)
      cross join lateral (select ${binSql({ of: "late", isSigned: true })} as bin) binned order by place`,
    [seconds],
  );
  await client.end();
  const told = rows.map((row) => (row.seconds === null ? null : Number(row.seconds)));
  const minutes = seconds.slice(0, 6).map((late) => Math.ceil(late / 60) * 60 + 0);
  expect(told.slice(0, 6)).toEqual(minutes);
  for (const [place, late] of seconds.entries()) {
    if (place < 6 || place === seconds.length - 1) continue;
    expect((told[place] ?? 0) - late, String(late)).toBeGreaterThanOrEqual(0);
    expect((told[place] ?? 0) - late, String(late)).toBeLessThan(3660);
    expect(toMinutes(rows[place]?.bin ?? 0) * 60).toBe(told[place]);
  }
  expect(told.at(-1)).toBeNull();
});
