import { daysToShow, longestYears } from "@console/figures/calendar";
import { formatDayRange } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import { read } from "../../lib/queries.ts";
import type { Search } from "../../lib/search.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./report-view.module.css";

/** The first and the last day with data. */
export type Days = { first: string; last: string };

/** From the first day with data of some domains to the last; null while that is not known, or where nothing has come in. */
export function useDataDays(domains: readonly string[]): Days | null {
  const { data } = useQuery(read("listDataDays", {}));
  const own = (data?.items ?? []).filter(({ domain }) => domains.includes(domain));
  const [first] = own.map((one) => one.first).sort();
  const last = own
    .map((one) => one.last)
    .sort()
    .at(-1);
  return useMemo(() => (first && last ? { first, last } : null), [first, last]);
}

/** Whether data lies elsewhere than in a period; `to` is the first day after it. */
export function liesOutside({ first, last }: Days, { from, to }: { from: string; to: string }): boolean {
  return last < from || first >= to;
}

type Props = {
  days: Days;
  today: string;
  /** The report that shows them. */
  path: string;
  /** What else of its address is kept. */
  search?: Search;
};

/** Where the data lies, for someone who looks at a period without any, with the way there. */
export function DataDays({ days: { first, last }, today, path, search = {} }: Props) {
  const formats = useFormats();
  const shown = daysToShow({ from: first, to: last }, today);
  return (
    <div className={classes.dataDays}>
      <p>
        Your data: <strong>{formatDayRange(first, last, today, formats)}</strong>
      </p>
      {shown ? (
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => (
            <Link
              to={path}
              search={withAccessedTenant({ ...search, period: undefined, ...shown }) as Search}
              {...props}
            />
          )}
        >
          {shown.from === first ? "Show these days" : `Show the last ${longestYears} years`}
        </Button>
      ) : (
        <p>They are in the future. Reports go up to today.</p>
      )}
    </div>
  );
}

type ElsewhereProps = Props & {
  /** What shows nothing, where a page has several parts. */
  label?: string;
  /** The period without data, in words. */
  period: string;
};

/** Says of a whole page or a part of it that its period has no data, and where the data lies. */
export function DataElsewhere({ label, period, days, today, path, search = {} }: ElsewhereProps) {
  return (
    <section className={classes.elsewhere} aria-label={label ? `${label}: days with data` : "Days with data"}>
      <p role="status">
        {label && <strong>{label}: </strong>}
        {label ? "there" : "There"} is no data in {period}.
      </p>
      <DataDays days={days} today={today} path={path} search={search} />
    </section>
  );
}
