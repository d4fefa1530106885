import type { DateBasis, MetricFilter, MetricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { fixedName } from "../compile/compile-answer.ts";
import { rowsBehind } from "../compile/compile-row-list.ts";
import { keySql } from "../compile/compile-rows.ts";
import { joinMember } from "../compile/member-names.ts";
import { unassigned } from "../compile/plan.ts";
import { Statement } from "../compile/statement.ts";
import { runCompiled } from "./metric-store.ts";
import { planFor } from "./query-metrics.ts";
import { requireDimension } from "./resolve-query.ts";

type Input = { metric: string; by: string; filters: MetricFilter[]; time: MetricQuery["time"]; basis?: DateBasis };

/** Rows that lie close together, counted as one. */
export type Location = { latitude: number; longitude: number; member: string; value: number };

/** About 500 metres: fine enough for a town, and few enough to be drawn. */
const cell = 0.005;
const mostLocations = 2000;

/** Where the rows behind a metric lie, in small squares, told apart by a dimension; the fullest squares first. */
export async function readLocations(context: SnapshotContext, input: Input): Promise<Location[]> {
  return readGroups(context, input, { square: cell, most: mostLocations });
}

/** So many names have room on a map at all. */
const mostCentres = 60;

/** The middle of the rows of each member of a dimension; those with the most rows first, and none without a member. */
export async function readCentres(context: SnapshotContext, input: Input) {
  const groups = await readGroups(context, input, { square: null, most: mostCentres });
  return groups.flatMap(({ member, latitude, longitude }) =>
    member === unassigned ? [] : [{ name: member, latitude, longitude }],
  );
}

type Grouping = { square: number | null; most: number };

/** Rows by member, and by the square that they lie in where there is one. */
async function readGroups(
  context: SnapshotContext,
  { metric, by, ...question }: Input,
  { square, most }: Grouping,
): Promise<Location[]> {
  const plan = await planFor(context, { metrics: [metric], ...question });
  const { registry } = plan;
  const [row] = plan.metrics;
  if (!row) return [];
  requireDimension(row, by, registry);
  const statement = new Statement(context.tenantId);
  const { dataset, from } = rowsBehind(row, plan, { ...plan, statement });
  const location = dataset.detail?.location;
  if (!location) throw wrongField("metric", `It is not known where the rows of ${row.label} lie.`);
  const members = registry.dimensions.get(by)?.members;
  const key = keySql(dataset, by);
  const name = members ? fixedName(members, "square.k") : "m.name";
  const join = members ? "" : joinMember("m", by, "square.k", statement);
  const squares =
    square === null ? [] : [location.latitude, location.longitude].map((degrees) => `round(${degrees} / ${square})`);
  const text = `select latitude, longitude, coalesce(${name}, '${unassigned}') as member, n::float8 as value
from (
  select round(avg(${location.latitude})::numeric, 5)::float8 as latitude, round(avg(${location.longitude})::numeric, 5)::float8 as longitude,
    ${key} as k, count(*) as n
  ${from} and ${location.latitude} is not null and ${location.longitude} is not null
  group by ${[...squares, key].join(", ")}
  order by n desc, 1, 2 limit ${most}
) square ${join} order by n desc, latitude, longitude`;
  return runCompiled<Location>(context, { text: statement.text(text), values: statement.values });
}
