import type { ImportRun as Run } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import type { FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { mergeSourceSearch, useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import { ReplacedBy, ReplacedLoads } from "../connections/replaced-loads.tsx";
import { RowCounts } from "../connections/row-counts.tsx";
import { RunProgress } from "../connections/run-progress.tsx";
import { canUndo, UndoDialog } from "../connections/undo-dialog.tsx";
import { runWords } from "../source-words.ts";
import { DoubledLoads } from "./doubled-rows.tsx";
import { countWords, FileList } from "./file-list.tsx";
import { ImportNames } from "./import-names.tsx";
import { ImportNotes } from "./import-notes.tsx";
import classes from "./import-page.module.css";
import { ImportRejects } from "./import-rejects.tsx";
import { SeeInReport } from "./see-in-report.tsx";
import { SheetNotes } from "./sheet-notes.tsx";

type Props = { run: Run; tenantId: string; formats: FormatChoices };

/** A file on its way in, and what has become of it. */
export function ImportRun({ run, tenantId, formats }: Props) {
  const { go } = useSourceAddress();
  // The pages of a connection are for platform admins.
  const mayManage = permissionsForRole(useAuth().role).has("sources.manage");
  const [isUndoing, setUndoing] = useState(false);
  const { rows, state, problem, fileName, connection } = run;
  if (state === "waiting" || state === "running")
    return <RunProgress run={run} tenantId={tenantId} formats={formats} />;
  const there = { do: undefined, import: undefined, connection, tenant: tenantId };
  return (
    <>
      <div className={classes.card} role="status">
        <h3 className={classes.heading}>
          {fileName}: {runWords[state].toLowerCase()}
        </h3>
        <p className={classes.quiet}>
          Loaded into the connection <strong>{run.connectionName}</strong>.
        </p>
        {problem && <p className={classes.problem}>{problem.message}</p>}
        {run.isUndone && <p className={classes.old}>{undoWords(run.undo)}</p>}
        <ReplacedBy load={run.replacedBy} formats={formats} />
        <DoubledLoads loads={run.doubledLoads} formats={formats} />
        <RowCounts rows={rows} formats={formats} />
        <SheetNotes files={run.files} />
        <FileList
          files={run.files.map((file) => ({ name: file.name, text: countWords(file.rows, formats) }))}
          formats={formats}
        />
        <ReplacedLoads loads={run.replaces} formats={formats} />
        {run.notes.length > 0 && <ImportNotes run={run} tenantId={tenantId} formats={formats} />}
        <div className={classes.actions}>
          {run.loaded && <SeeInReport loaded={run.loaded} />}
          {mayManage && rows.rejected > 0 && (
            <Link to="." search={mergeSourceSearch({ ...there, tab: "rejects", run: run.id })}>
              Replay rejected rows
            </Link>
          )}
          {mayManage && (
            <Link to="." search={mergeSourceSearch({ ...there, tab: "runs" })}>
              Open the connection
            </Link>
          )}
          {canUndo(run) && (
            <Button size="xs" variant="default" onClick={() => setUndoing(true)}>
              Undo
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => go({ import: undefined })}>
            Import another file
          </Button>
        </div>
        {isUndoing && <UndoDialog run={run} tenantId={tenantId} formats={formats} onClose={() => setUndoing(false)} />}
      </div>
      {rows.rejected > 0 && !run.isUndone && <ImportNames run={run} tenantId={tenantId} formats={formats} />}
      {rows.rejected > 0 && <ImportRejects run={run} tenantId={tenantId} formats={formats} />}
    </>
  );
}

/** How far undoing a load is, and what it has taken back. */
function undoWords(undo: Run["undo"]): string {
  if (undo && undo.state !== "done") return `Undo: ${runWords[undo.state].toLowerCase()}.`;
  return undo?.note ? `This load was undone: ${undo.note.replace(/\.?$/, ".")}` : "This load was undone.";
}
