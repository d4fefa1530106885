import type { SourceMapping } from "@console/contracts";
import { expect, test } from "vitest";
import { listLeftTimes } from "./left-times.ts";
import { profileSamples } from "./profile-samples.ts";
import { listFields, requireTable } from "./target-tables.ts";

const fields = listFields(requireTable("genesis", "sale_lines"));
const mapping: SourceMapping = { fact: "sale_lines", fields: { sold_at: { from: "Date" } } };
const list = (values: Record<string, string>, own: SourceMapping = mapping) =>
  listLeftTimes(own, fields, profileSamples(Object.keys(values), [{ values }]));

test.each(["23:30", "11:30 PM", "9:05:00"])("a time such as %s beside days without one is told", (time) => {
  expect(list({ Date: "03.11.2026", Uhrzeit: time })).toMatchObject([
    {
      column: "Uhrzeit",
      evidence:
        '“Uhrzeit” is not loaded: every row would be at 00:00. Add the computed column join(" ", [Date], [Uhrzeit]) and choose it for Sold at.',
      isAnswered: true,
    },
  ]);
});

test("nothing is told where days have their time, the time is used, or no time is there", () => {
  expect(list({ Date: "2026-11-03 10:00", Time: "10:00" })).toEqual([]);
  expect(list({ Date: "2026-11-03", Duration: "35" })).toEqual([]);
  const computed = [{ name: "Moment", expression: 'join(" ", [Date], [Time])' }];
  const joined = { ...mapping, computed, fields: { sold_at: { from: "Moment" } } };
  expect(list({ Date: "2026-11-03", Time: "10:00" }, joined)).toEqual([]);
});
