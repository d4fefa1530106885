import { type PlatformFigureRow, writeLogQuery } from "@console/contracts";
import { platformTenant } from "../../../platform/context.ts";
import { compareBuckets, endOfBucket, findQuantile } from "../usage/latency-buckets.ts";
import {
  type CountRow,
  readUsageBeginning,
  selectCountDays,
  selectCountRows,
  type UsageMeasure,
} from "../usage/usage-store.ts";
import { cutPage, type FigureScope, type FigureSpec, whole } from "./figure.ts";
import { nameTenant } from "./people-figures.ts";

const outcomes: Readonly<Record<string, string>> = {
  answer: "Answered",
  clarify: "Clarified",
  refuse: "Refused",
};

type Words = (detail: string) => string;

/** What was done so many times, by what it was done to. */
function countUse(
  measure: UsageMeasure,
  {
    label,
    isOneSeries,
    pathFor,
  }: { label: Words; isOneSeries?: true; pathFor?: (row: CountRow, scope: FigureScope) => string },
): FigureSpec {
  return {
    readBeginning: readUsageBeginning,
    async readDays(context, scope) {
      const rows = await selectCountDays(context, measure, scope);
      return rows.map(({ day, detail, times }) => ({ day, series: isOneSeries ? whole : detail, value: times }));
    },
    ...(!isOneSeries && { labelSeries: label }),
    list: {
      kind: "rows",
      async readRows(context, scope, page) {
        const rows = await selectCountRows(context, measure, scope);
        return cutPage(rows, page).map(
          (row): PlatformFigureRow => ({
            id: `${row.tenant_id} ${row.detail}`,
            name: label(row.detail),
            note: null,
            tenant: nameTenant(row.tenant_id, row.tenant_name),
            at: null,
            value: row.times,
            path: pathFor?.(row, scope) ?? null,
          }),
        );
      },
    },
  };
}

/** Reports that people opened, by report. */
export function reportViewsFigure(titles: Readonly<Record<string, string>>): FigureSpec {
  return countUse("report_view", { label: (report) => titles[report] ?? report });
}

/** Questions in words, by how they ended. */
export const questionsFigure = countUse("question", { label: (outcome) => outcomes[outcome] ?? outcome });

/** Calls that failed on our side, by their path. The log tells more of each, as long as it is kept. */
export const errorsFigure = countUse("error", { label: (call) => call, isOneSeries: true, pathFor: pathForLines });

function pathForLines({ detail, tenant_id }: CountRow, { since, until }: FigureScope): string {
  const [, ...route] = detail.split(" ");
  const terms = [
    { field: "route", value: route.join(" "), isExcluded: false } as const,
    ...(tenant_id === platformTenant ? [] : [{ field: "tenant", value: tenant_id, isExcluded: false } as const]),
  ];
  const range = { since: since.toISOString(), until: until.toISOString() };
  return `/admin/platform-logs?${new URLSearchParams({ q: writeLogQuery(terms), ...range })}`;
}

const shareWithin = 0.95;

/** The time within which 95 of 100 calls were answered, as far as the buckets tell. */
export const answerTimeFigure: FigureSpec = {
  readBeginning: readUsageBeginning,
  hasGaps: true,
  async readDays(context, scope) {
    const byDay = new Map<string, Map<string, number>>();
    for (const { day, detail, times } of await selectCountDays(context, "answer_time", scope))
      byDay.set(day, (byDay.get(day) ?? new Map()).set(detail, times));
    return [...byDay].flatMap(([day, counts]) => {
      const time = findQuantile(counts, shareWithin);
      return time ? [{ day, series: whole, value: time.ms }] : [];
    });
  },
  async readTotal(context, scope) {
    const counts = new Map<string, number>();
    for (const { detail, times } of await selectCountDays(context, "answer_time", scope))
      counts.set(detail, (counts.get(detail) ?? 0) + times);
    const time = findQuantile(counts, shareWithin);
    return time && { value: time.ms, bound: time.isAbove ? "above" : "at_most" };
  },
  list: {
    kind: "rows",
    async readRows(context, scope, page) {
      const counts = new Map<string, number>();
      for (const { detail, times } of await selectCountRows(context, "answer_time", scope))
        counts.set(detail, (counts.get(detail) ?? 0) + times);
      const buckets = [...counts].sort(([a], [b]) => compareBuckets(a, b));
      return cutPage(buckets, page).map(
        ([bucket, times]): PlatformFigureRow => ({
          id: bucket,
          name: sayBucket(bucket),
          note: null,
          tenant: null,
          at: null,
          value: times,
          path: null,
        }),
      );
    },
  },
};

function sayBucket(bucket: string): string {
  const { ms, isAbove } = endOfBucket(bucket);
  return isAbove ? `More than ${ms} ms` : `Up to ${ms} ms`;
}
