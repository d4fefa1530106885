import type { Evaluation } from "@console/contracts";
import { evaluationStates } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import detail from "../../blocks/detail/detail.module.css";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { isGoingOn, RunResult } from "./run-result.tsx";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch } from "./training-search.ts";

const readAgainMs = 1000;
const triggers: Readonly<Record<Evaluation["trigger"], string>> = {
  manual: "By hand",
  nightly: "Nightly",
};

/** The runs of an evaluation set, the newest first, with the one that is chosen below. */
export function RunsTab({ set }: { set: string }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...read("listEvaluations", { set }),
    refetchInterval: ({ state }) => (state.data?.items.some(isGoingOn) ? readAgainMs : false),
  });
  const start = useWrite("startEvaluation");
  if (error && !data) {
    return <ReadProblem heading="h3" title="Runs could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading runs" shape="list" />;
  const run = () =>
    start.mutate(
      { set },
      { onSuccess: ({ id }) => go({ run: id }), onError: (failure) => showFailure("Evaluation", failure) },
    );
  const shown = query.run ?? data.items[0]?.id;
  const columns: PlainColumn<Evaluation>[] = [
    {
      id: "at",
      label: "Started",
      isHeader: true,
      cell: ({ id, createdAt }) => (
        <button type="button" className={classes.choose} aria-pressed={id === shown} onClick={() => go({ run: id })}>
          {formatInstant(createdAt, formats)}
        </button>
      ),
    },
    { id: "trigger", label: "Started by", cell: ({ trigger, startedBy }) => startedBy ?? triggers[trigger] },
    { id: "state", label: "Status", cell: ({ state }) => evaluationStates[state] },
    { id: "total", label: "Questions", isNumeric: true, cell: ({ total }) => formatNumber(total, formats) },
    { id: "right", label: "Right", isNumeric: true, cell: ({ grades }) => formatNumber(grades.right, formats) },
    { id: "wrong", label: "Wrong", isNumeric: true, cell: ({ grades }) => formatNumber(grades.wrong, formats) },
  ];
  return (
    <div className={classes.trace}>
      <Button
        variant="default"
        className={classes.start}
        loading={start.isPending}
        disabled={data.items.some(isGoingOn)}
        onClick={run}
      >
        Run now
      </Button>
      {data.items.length === 0 ? (
        <p className={detail.quiet}>It has not run yet.</p>
      ) : (
        <WideTable name="Runs" columns={columns} rows={data.items} rowKey={({ id }) => id} />
      )}
      {shown && <RunResult key={shown} id={shown} />}
    </div>
  );
}
