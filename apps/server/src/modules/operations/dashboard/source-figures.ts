import type { PlatformFigureRow } from "@console/contracts";
import { findFirstInstant } from "../../../platform/audit/entry-store.ts";
import type { Context } from "../../../platform/context.ts";
import { findTenantNames } from "../../directory/index.ts";
import {
  countRunDays,
  listFailedRuns,
  listWritingConnections,
  type RunRow,
  readRunsBeginning,
} from "../../sources/index.ts";
import { cutPage, type FigureSpec, whole } from "./figure.ts";
import { nameTenant } from "./people-figures.ts";

/** As far back as runs are kept, and no further than the installation's own first entry: before it nothing could run. */
async function readBeginning(context: Context): Promise<Date> {
  const [kept, installed] = [await readRunsBeginning(context), await findFirstInstant(context)];
  return installed !== null && installed > kept ? installed : kept;
}

/** Rows that runs of sources wrote, by when the run ended. */
export const sourceRowsFigure: FigureSpec = {
  readBeginning,
  async readDays(context, scope) {
    const days = await countRunDays(context, scope);
    return days.map(({ day, rows }) => ({ day, series: whole, value: rows }));
  },
  list: {
    kind: "rows",
    async readRows(context, scope, page) {
      return describeRuns(context, cutPage(await listWritingConnections(context, scope), page));
    },
  },
};

/** Runs of sources that failed. */
export const failedRunsFigure: FigureSpec = {
  readBeginning,
  async readDays(context, scope) {
    const days = await countRunDays(context, scope);
    return days.map(({ day, failed }) => ({ day, series: whole, value: failed }));
  },
  list: {
    kind: "rows",
    async readRows(context, scope, page) {
      return describeRuns(context, await listFailedRuns(context, scope, page));
    },
  },
};

async function describeRuns(context: Context, runs: readonly RunRow[]): Promise<PlatformFigureRow[]> {
  const names = await findTenantNames(context, [...new Set(runs.map(({ tenantId }) => tenantId))]);
  return runs.map(({ id, name, tenantId, at, problem, rows, path }) => ({
    id,
    name,
    note: problem,
    tenant: nameTenant(tenantId, names.get(tenantId) ?? null),
    at: at?.toISOString() ?? null,
    value: rows,
    path,
  }));
}
