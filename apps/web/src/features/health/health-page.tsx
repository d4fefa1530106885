import { formatAge, formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { CheckList } from "./check-list.tsx";
import classes from "./health.module.css";
import { HealthMark } from "./health-mark.tsx";
import { type HealthSearch, readHealthSearch } from "./health-search.ts";
import { sayWhole } from "./health-words.ts";
import { IncidentList } from "./incident-list.tsx";

const CheckDrawer = lazy(() => import("./check-drawer.tsx").then(({ CheckDrawer }) => ({ default: CheckDrawer })));
const IncidentDrawer = lazy(() =>
  import("./incident-drawer.tsx").then(({ IncidentDrawer }) => ({ default: IncidentDrawer })),
);

const readEveryMs = 15_000;

/** Every part of the platform with its state, the incidents, and what is open over them. */
export function HealthPage({ search }: { search: HealthSearch }) {
  const formats = useFormats();
  const { go } = useAddress(readHealthSearch);
  const { data, error, refetch } = useQuery({ ...read("getHealth", {}), refetchInterval: readEveryMs });
  if (!data) {
    if (!error) return <ShapedSkeleton label="Loading the state of the platform" shape="table" />;
    return <ReadProblem title="The state could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  const open = data.checks.find(({ name }) => name === search.check);
  // What could not be read again grows old: it is not shown as if it were true.
  const ageMs = Date.now() - Date.parse(data.readAt);
  const isStale = error !== null && ageMs > 2 * readEveryMs;
  return (
    <>
      <div className={classes.whole} data-state={isStale ? "unknown" : data.state} role="status">
        <HealthMark state={isStale ? "unknown" : data.state} />
        <p className={classes.sentence}>
          {isStale ? `No answer for ${formatAge(ageMs)}. What follows is old.` : sayWhole(data)}
        </p>
        <p className={classes.quiet}>As of {formatInstant(data.readAt, formats)}</p>
      </div>
      <IncidentList openIncidents={data.incidents} onOpen={(incident) => go({ incident })} />
      <CheckList checks={data.checks} onOpen={(check) => go({ check })} />
      <Suspense fallback={null}>
        {open && <CheckDrawer check={open} all={data.checks} onClose={() => go({ check: undefined })} />}
        {search.incident && <IncidentDrawer id={search.incident} onClose={() => go({ incident: undefined })} />}
      </Suspense>
    </>
  );
}
