import type { Incident } from "@console/contracts";
import { formatAge, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { callApi } from "../../lib/api.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./health.module.css";
import { HealthMark } from "./health-mark.tsx";

type Props = { openIncidents: readonly Incident[]; onOpen: (id: string) => void };

/** What is wrong now, and what was. */
export function IncidentList({ openIncidents, onOpen }: Props) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    // The open ones are part of the key: one that ends comes to the others at once.
    queryKey: ["listIncidents", "resolved", openIncidents.map(({ id }) => id)],
    queryFn: ({ pageParam, signal }) =>
      callApi("listIncidents", { state: "resolved", limit: 5, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const ended = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {openIncidents.length > 0 && (
        <section className={classes.section} aria-labelledby="open-incidents">
          <h2 id="open-incidents" className={classes.heading}>
            Open incidents
          </h2>
          <Rows incidents={openIncidents} onOpen={onOpen} />
        </section>
      )}
      {error && !data && (
        <ReadProblem title="Past incidents could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {ended.length > 0 && (
        <section className={classes.section} aria-labelledby="past-incidents">
          <h2 id="past-incidents" className={classes.heading}>
            Past incidents
          </h2>
          <Rows incidents={ended} onOpen={onOpen} />
          {hasNextPage && (
            <div>
              <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

function Rows({ incidents, onOpen }: { incidents: readonly Incident[]; onOpen: (id: string) => void }) {
  const formats = useFormats();
  return (
    <ul className={classes.list}>
      {incidents.map(({ id, title, state, openedAt, resolvedAt, tenants, concernsAll, checks }) => (
        <li key={id} className={classes.incident}>
          {state === "open" ? <HealthMark state="down" /> : <span className={classes.quiet}>Resolved</span>}
          <div className={classes.about}>
            <button type="button" className={classes.open} onClick={() => onOpen(id)}>
              {title}
            </button>
            <p className={classes.quiet}>
              {[concernsAll ? "All tenants" : countTenants(tenants.length), sayParts(checks)]
                .filter((part) => part !== null)
                .join(" · ")}
            </p>
          </div>
          <p className={classes.quiet}>
            {resolvedAt
              ? `${formatInstant(openedAt, formats)}, for ${formatAge(Date.parse(resolvedAt) - Date.parse(openedAt))}`
              : `For ${formatAge(Date.now() - Date.parse(openedAt))}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

function countTenants(count: number): string | null {
  if (count === 0) return "No tenant notices it";
  return count === 1 ? "1 tenant" : `${count} tenants`;
}

function sayParts([, ...more]: Incident["checks"]): string | null {
  return more.length === 0 ? null : `also ${more.map(({ label }) => label).join(", ")}`;
}
