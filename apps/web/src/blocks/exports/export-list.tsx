import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Progress.css";
import type { ExportJob } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber, formatSize } from "@console/figures/format";
import { Button, Drawer, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { readAddress } from "../report-view/report-address.ts";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./export-list.module.css";

type Props = {
  /** Files that are saved as soon as they are there. */
  pendingDownloads: ReadonlySet<string>;
  onTaken: (id: string) => void;
  onClose: () => void;
};

const isUnderWay = ({ state }: Pick<ExportJob, "state">) => state === "waiting" || state === "running";

/** The files that one has asked for: how far they are, where to take them, and the live view behind each. */
export function ExportList({ pendingDownloads, onTaken, onClose }: Props) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...read("listExports", {}),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 700 : false),
  });
  const [problem, setProblem] = useState<string | null>(null);
  const take = useCallback(async (id: string) => {
    try {
      const { url } = await callApi("linkExport", { export: id });
      setProblem(null);
      // A link that no longer works must not take the page away.
      Object.assign(document.createElement("a"), { href: url, download: "" }).click();
    } catch (failed) {
      setProblem(failed instanceof Error ? failed.message : String(failed));
    }
  }, []);
  const ready = data?.items.find(({ id, state }) => state === "done" && pendingDownloads.has(id))?.id;
  useEffect(() => {
    if (!ready) return;
    onTaken(ready);
    void take(ready);
  }, [ready, onTaken, take]);
  return (
    <Drawer
      opened
      lockScroll={false}
      onClose={onClose}
      position="right"
      size="md"
      title="Your exports"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {!data && !error && <ShapedSkeleton label="Loading exports" shape="list" />}
      {!data && error && (
        <ReadProblem title="Your exports could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && <p className={classes.quiet}>You have no exports yet.</p>}
      <ul className={classes.list}>
        {data?.items.map((file) => (
          <ExportItem key={file.id} file={file} formats={formats} onTake={() => void take(file.id)} />
        ))}
      </ul>
    </Drawer>
  );
}

const contentWords: Record<ExportJob["content"], string> = {
  all: "figures and rows",
  figures: "figures",
  rows: "rows",
};

function ExportItem({ file, formats, onTake }: { file: ExportJob; formats: FormatChoices; onTake: () => void }) {
  const cancel = useWrite("cancelExport");
  const {
    id,
    title,
    summary,
    content,
    format,
    state,
    rowsDone,
    rowsTotal,
    bytes,
    problem,
    askedAt,
    expiresAt,
    path,
    query,
  } = file;
  const percent = rowsTotal ? Math.round((rowsDone / rowsTotal) * 100) : 0;
  const words: Record<ExportJob["state"], string> = {
    waiting: "Waiting to begin",
    running: rowsTotal ? `${formatNumber(rowsDone, formats)} of ${formatNumber(rowsTotal, formats)} rows` : "Reading",
    done: `${bytes === null ? "" : `${formatSize(bytes, formats)}, `}kept until ${formatInstant(expiresAt, formats)}`,
    failed: problem ?? "It could not be created.",
    cancelled: "Stopped",
  };
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>
          {title}{" "}
          <span className={classes.quiet}>
            {format.toUpperCase()}, {contentWords[content]}
          </span>
        </strong>
        <span className={classes.quiet}>{formatInstant(askedAt, formats)}</span>
      </div>
      {summary && <p className={classes.summary}>{summary}</p>}
      <p
        className={state === "failed" ? classes.problem : classes.quiet}
        role={isUnderWay(file) ? "status" : undefined}
      >
        {words[state]}
      </p>
      {isUnderWay(file) && <Progress value={percent} aria-label={`${title}: ${percent} percent`} />}
      <div className={classes.actions}>
        {state === "done" && (
          <Button size="compact-sm" onClick={onTake}>
            Save file
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(props) => <Link to={path} search={readAddress(query)} {...props} />}
        >
          Open as live view
        </Button>
        {state !== "cancelled" && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ export: id })}
          >
            {isUnderWay(file) ? "Stop" : "Remove"}
          </Button>
        )}
      </div>
      {cancel.error && (
        <p role="alert" className={classes.problem}>
          {cancel.error.message}
        </p>
      )}
    </li>
  );
}
