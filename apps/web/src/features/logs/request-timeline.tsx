import type { LogLine } from "@console/contracts";
import { formatCount } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { formatLineTime, labelForPart, levelWords } from "./line-columns.ts";
import classes from "./logs.module.css";

type Props = { request: string; onOpen: (line: string) => void; onClose: () => void };

/** What one request caused, in the order in which it happened: in the browser, the API, jobs, mails and syncs. */
export function RequestTimeline({ request, onOpen, onClose }: Props) {
  const { data, error, refetch } = useQuery(read("listRequestLines", { request }));
  const retry = () => void refetch();
  return (
    <SideDrawer
      title="Request timeline"
      about={<p className={classes.requestId}>{request}</p>}
      closeLabel="Close the timeline"
      width={720}
      onClose={onClose}
    >
      {error && <ReadProblem heading="h3" title="The timeline could not be loaded" error={error} onRetry={retry} />}
      {!error && !data && <Skeleton label="Loading the timeline" lines={[90, 70, 80]} />}
      {data?.items.length === 0 && (
        <EmptyState
          title="No lines for this request"
          message="They may be older than the logs are kept, or not stored yet."
          actions={null}
        />
      )}
      {data && data.items.length > 0 && <Steps lines={data.items} onOpen={onOpen} />}
      {data?.isCut && <p className={classes.help}>Only the first 1,000 lines are shown.</p>}
    </SideDrawer>
  );
}

function Steps({ lines, onOpen }: { lines: readonly LogLine[]; onOpen: (line: string) => void }) {
  const formats = useFormats();
  const start = Date.parse(lines[0]?.at ?? "");
  return (
    <ol className={classes.steps}>
      {lines.map(({ id, at, level, part, message, route }) => (
        <li key={id} className={classes.step} data-level={level}>
          <span className={classes.offset}>+{formatCount(Date.parse(at) - start)} ms</span>
          <span className={classes.stepPart}>
            {labelForPart(part)} · {levelWords[level]}
          </span>
          <button type="button" className={classes.stepMessage} onClick={() => onOpen(id)}>
            {message}
          </button>
          <span className={classes.stepRoute}>
            {formatLineTime(at, formats)}
            {route && ` · ${route}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
