import type { ModelTrial } from "@console/contracts";
import { evaluationStates } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./models.module.css";
import { type ModelsSearch, readModelsSearch } from "./models-search.ts";
import { nameSide } from "./name-side.ts";
import { TrialForm } from "./trial-form.tsx";
import { isGoingOn, TrialResult } from "./trial-result.tsx";

const readAgainMs = 1000;

/** Models that answered the evaluation questions beside each other, and a way to let two do so. */
export function TrialsView() {
  const { query, go } = useAddress<ModelsSearch>(readModelsSearch);
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...read("listModelTrials", {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isGoingOn) ? readAgainMs : false),
  });
  if (error && !data)
    return <ReadProblem title="Evaluations could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ShapedSkeleton label="Loading evaluations" shape="list" />;
  const { items } = data;
  const shown = query.trial ?? items[0]?.id;
  const columns: PlainColumn<ModelTrial>[] = [
    {
      id: "at",
      label: "Started",
      isHeader: true,
      cell: ({ id, createdAt }) => (
        <button type="button" className={classes.name} aria-pressed={id === shown} onClick={() => go({ trial: id })}>
          {formatInstant(createdAt, formats)}
        </button>
      ),
    },
    { id: "by", label: "Started by", cell: ({ startedBy }) => startedBy },
    { id: "a", label: "First", cell: ({ a }) => nameSide(a) },
    { id: "b", label: "Second", cell: ({ b }) => nameSide(b) },
    { id: "state", label: "Status", cell: ({ state }) => evaluationStates[state] },
    { id: "right", label: "Right", isNumeric: true, cell: ({ a, b }) => `${a.right} : ${b.right}` },
  ];
  return (
    <div className={classes.stack}>
      <TrialForm isBusy={items.some(isGoingOn)} onStarted={(trial) => go({ trial })} />
      {items.length === 0 ? (
        <p className={classes.quiet}>No models have been evaluated yet.</p>
      ) : (
        <section className={classes.stack} aria-label="Evaluations">
          <h2 className={classes.legend}>Evaluations</h2>
          <WideTable name="Evaluations" columns={columns} rows={items} rowKey={({ id }) => id} />
        </section>
      )}
      {shown && <TrialResult key={shown} id={shown} />}
    </div>
  );
}
