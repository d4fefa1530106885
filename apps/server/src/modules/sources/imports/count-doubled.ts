import type { Context } from "../../../platform/context.ts";
import { findResemblingLoad } from "../../metrics/index.ts";
import { findRun } from "../connections/run-store.ts";
import { nothing } from "../listings/listing.ts";
import { rowReader } from "../mapping/map-batch.ts";
import { hasMadeKeys } from "../mapping/map-row.ts";
import { requireTable } from "../mapping/target-tables.ts";
import type { RunScope, RunStep } from "../sources.ts";

/** Rows of a load that an earlier one has under another key: as they are, or with another value in one field. */
type DoubledRows = { source: string; load: string; rows: number; corrections: number };

/** What a load has found of earlier ones; it stays in the cursor of its run. */
export type DoubledCursor = { doubled?: DoubledRows[] };

/** The last step of a load: notes the earlier loads whose rows its new ones look like. */
export function noteDoubled(scope: RunScope, cursor: Record<string, unknown>): RunStep {
  return {
    ...nothing,
    cursor,
    note: "Looking for doubled rows",
    refine: async (context) => {
      const doubled = await countDoubled(context, scope);
      const last = await findRun(context, scope.run.id);
      return { cursor: { ...cursor, doubled }, note: last?.note ?? "" };
    },
  };
}

/** Counts the new rows of a load that look like rows of earlier ones, load by load. */
async function countDoubled(context: Context, { connection, run, input }: RunScope): Promise<DoubledRows[]> {
  const reader = rowReader(connection.source, input.mapping, [], input);
  const found = await findResemblingLoad(context, requireTable(connection.source, reader.mapping.fact), {
    source: connection.id,
    load: run.id,
    fields: Object.keys(reader.mapping.fields).filter((name) => name !== "source_key"),
    isNear: hasMadeKeys(reader),
  });
  const loads = new Map<string, DoubledRows>();
  for (const { source, load, isSame } of found) {
    const own = loads.get(`${source} ${load}`) ?? { source, load, rows: 0, corrections: 0 };
    if (isSame) own.rows++;
    else own.corrections++;
    loads.set(`${source} ${load}`, own);
  }
  return [...loads.values()];
}
