import type { PlatformFigureRow } from "@console/contracts";
import { startOfDay } from "@console/figures/time-zone";
import type { Context } from "../../../platform/context.ts";

/** Days from the first up to the one after the last, as days and as instants; a tenant, or null for all of them. */
export type FigureScope = {
  from: string;
  to: string;
  since: Date;
  until: Date;
  timeZone: string;
  tenant: string | null;
};

/** The scope of some days of a time zone. */
export function createScope(
  { from, to }: Pick<FigureScope, "from" | "to">,
  { timeZone, tenant }: Pick<FigureScope, "timeZone" | "tenant">,
): FigureScope {
  const at = (day: string) => new Date(startOfDay(day, timeZone));
  return { from, to, since: at(from), until: at(to), timeZone, tenant };
}

/** What a figure came to on one day. Days that are left out came to nothing. */
export type DayValue = { day: string; series: string; value: number };

export type FigureTotal = { value: number; bound: "at_most" | "above" | null };

export type RowPage = { offset: number; limit: number };

/** One figure of the dashboard: how it is counted, and what it is made of. */
export type FigureSpec = {
  /** Since when it is known; null where nothing is known yet. */
  readBeginning(context: Context): Promise<Date | null>;
  readDays(context: Context, scope: FigureScope): Promise<DayValue[]>;
  /** What it comes to over all days, where that is not their sum; null where there is nothing to tell. */
  readTotal?(context: Context, scope: FigureScope): Promise<FigureTotal | null>;
  /** It is always about so many days up to the last one. */
  windowDays?: number;
  /** Nothing counted on a day is no zero: a day without calls has no answer time. */
  hasGaps?: true;
  /** What its series are called, in their order; one series without a name when left out. */
  labelSeries?(series: string): string;
  list:
    | { kind: "page"; pathFor(scope: FigureScope): string }
    | { kind: "rows"; readRows(context: Context, scope: FigureScope, page: RowPage): Promise<PlatformFigureRow[]> };
};

/** The one series of a figure that has no parts. */
export const whole = "all";

/** The rows of a list that is read as a whole. */
export function cutPage<Row>(rows: readonly Row[], { offset, limit }: RowPage): Row[] {
  return rows.slice(offset, offset + limit);
}
