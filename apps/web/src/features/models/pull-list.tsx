import "@mantine/core/styles/Progress.css";
import type { ModelPull } from "@console/contracts";
import { type FormatChoices, formatSize } from "@console/figures/format";
import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./models.module.css";

const readAgainMs = 2000;
const mostEnded = 3;
const outcomes: Readonly<Record<ModelPull["state"], string>> = {
  running: "Downloading",
  done: "Downloaded",
  failed: "Failed",
  canceled: "Cancelled",
  interrupted: "Interrupted",
};

/** How far the downloads of models are, and what became of the last ones. */
export function PullList() {
  const { data, error, refetch } = useQuery({
    ...read("listModelPulls", {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((pull) => pull.state === "running") ? readAgainMs : false),
  });
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="Downloads could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  const running = data?.items.filter(({ state }) => state === "running") ?? [];
  const ended = data?.items.filter(({ state }) => state !== "running").slice(0, mostEnded) ?? [];
  if (running.length + ended.length === 0) return null;
  return (
    <ul className={classes.pulls} aria-label="Downloads">
      {[...running, ...ended].map((pull) => (
        <PullItem key={pull.id} pull={pull} />
      ))}
    </ul>
  );
}

function PullItem({ pull }: { pull: ModelPull }) {
  const formats = useFormats();
  const cancel = useWrite("cancelModelPull");
  const again = useWrite("pullModel");
  const { id, model, provider, state, problem, doneBytes, totalBytes } = pull;
  const isRunning = state === "running";
  const percent = totalBytes ? (100 * doneBytes) / totalBytes : 0;
  const fail = (error: Error) => showFailure(`Download of ${model}`, error);
  return (
    <li className={classes.pull}>
      <strong>
        {model} on {provider.name}
      </strong>
      {isRunning && <Progress value={percent} aria-label={`Download of ${model}`} />}
      <span role={isRunning ? "status" : undefined}>
        {outcomes[state]}. {sayBytes(pull, formats)}
      </span>
      {isRunning && pull.step !== "" && <span className={classes.quiet}>The server says: {pull.step}</span>}
      {problem !== null && <span className={classes.problem}>{problem}</span>}
      <div className={classes.actions}>
        {isRunning && (
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            aria-label={`Cancel the download of ${model}`}
            onClick={() => cancel.mutate({ pull: id }, { onError: fail })}
          >
            Cancel
          </Button>
        )}
        {!isRunning && state !== "done" && (
          <Button
            size="xs"
            variant="default"
            loading={again.isPending}
            aria-label={`Resume the download of ${model}`}
            onClick={() => again.mutate({ provider: provider.id, model }, { onError: fail })}
          >
            Resume
          </Button>
        )}
      </div>
    </li>
  );
}

function sayBytes({ doneBytes, totalBytes, state }: ModelPull, formats: FormatChoices): string {
  if (totalBytes === null) return state === "running" ? "The size is not known yet." : "";
  if (state === "done") return formatSize(totalBytes, formats);
  return `${formatSize(doneBytes, formats)} of ${formatSize(totalBytes, formats)}`;
}
