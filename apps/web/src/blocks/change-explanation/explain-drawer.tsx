import type { MetricAnswer } from "@console/contracts";
import type { PanelReader } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { read } from "../../lib/queries.ts";
import { completeQuery } from "../ask-box/asked-query.ts";
import { OpenInReport } from "../ask-box/open-in-report.tsx";
import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { ChangeExplanation } from "./change-explanation.tsx";
import classes from "./explain-drawer.module.css";
import type { ExplainQuery } from "./explain-query.ts";

type Props = {
  query: ExplainQuery;
  /** What changed. */
  label: string;
  reader: PanelReader;
  /** Opens the rows of a cell in the place of this. */
  onOpenRows: ((cell: Cell) => void) | undefined;
  onClose: () => void;
};

/** Why a figure changed, over the page that shows it. */
export function ExplainDrawer({ query, label, reader, onOpenRows, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...read("runQuestion", { query }), staleTime: 60_000 });
  const openRows =
    onOpenRows &&
    ((cell: Cell) => {
      onClose();
      onOpenRows(cell);
    });
  return (
    <SideDrawer title={`Change in ${label}`} closeLabel="Close explanation" width={720} onClose={onClose}>
      <div className={classes.parts} aria-busy={!data && !error}>
        <p role="status" className={classes.sentence}>
          {data?.text ?? (error ? null : "Looking for the reasons …")}
        </p>
        {error && (
          <ReadProblem title="The change could not be explained" error={error} onRetry={() => void refetch()} />
        )}
        {data?.result && <Explained query={query} result={data.result} reader={reader} onOpen={openRows} />}
        {data && (
          <div className={classes.actions}>
            {openRows && (
              <Button size="compact-sm" variant="default" onClick={() => openRows({ metric: query.metrics[0] ?? "" })}>
                See rows
              </Button>
            )}
            {/* The report may be the page below, which stays. */}
            {data.open && <OpenInReport open={data.open} onLeave={onClose} />}
          </div>
        )}
      </div>
    </SideDrawer>
  );
}

type ExplainedProps = {
  query: ExplainQuery;
  result: MetricAnswer;
  reader: PanelReader;
  onOpen: ((cell: Cell) => void) | undefined;
};

function Explained({ query, result, reader, onOpen }: ExplainedProps) {
  const question = useMemo(() => ({ query: completeQuery(query, result), answer: result }), [query, result]);
  return <ChangeExplanation question={question} reader={reader} onOpen={onOpen} />;
}
