import { countActDays, findFirstInstant } from "../../../platform/audit/entry-store.ts";
import { type FigureScope, type FigureSpec, whole } from "./figure.ts";

/** Sign-ins and exports are entries of the audit log, which also lists them. */
export const signInsFigure = countAct("session.opened");
export const exportsFigure = countAct("report.exported");

function countAct(act: string): FigureSpec {
  return {
    readBeginning: findFirstInstant,
    async readDays(context, scope) {
      const rows = await countActDays(context, { ...scope, act });
      return rows.map(({ day, times }) => ({ day, series: whole, value: times }));
    },
    list: { kind: "page", pathFor: (scope) => pathForEntries(act, scope) },
  };
}

function pathForEntries(act: string, { since, until, tenant }: FigureScope): string {
  const filters = [`act:${act}`, `at:${since.toISOString()}..${until.toISOString()}`];
  if (tenant !== null) filters.push(`aboutTenant:${encodeURIComponent(tenant)}`);
  return `/admin/audit?${new URLSearchParams(filters.map((filter): [string, string] => ["filter", filter]))}`;
}
