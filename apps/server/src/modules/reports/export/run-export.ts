import { narrowedRows, type ReportView, reportView } from "@console/contracts";
import { reportRowParts } from "@console/contracts/report-parts";
import { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import { addDays } from "../../metrics/index.ts";
import { moveEnd, toPageQuery } from "../move-end.ts";
import { type Reports, requireReport } from "../reports.ts";
import { reportsAllowedFor } from "../reports-allowed.ts";
import { removeExportFile, writeExportFile } from "./export-files.ts";
import { deleteExpired, endExport, noteRows } from "./export-store.ts";
import { makeExport } from "./make-export.ts";
import { tellExportEnded } from "./tell-export-ended.ts";

export const exportJobName = "reports.export";

/** Nobody wants this file any more. */
class Unwanted extends Error {}

const noteEveryMs = 500;

const input = z.object({
  id: z.string(),
  report: z.string(),
  query: z.string(),
  uid: z.string(),
  format: z.enum(["csv", "xlsx", "pdf"]),
  content: z.enum(["all", "figures", "rows"]),
  rows: z.string().optional(),
  q: z.string().optional(),
  narrowed: narrowedRows.optional(),
  /** The asker's, for the audit log; left out in jobs of earlier versions. */
  role: z.string().default(""),
  /** Its days end before their `to`; in jobs of earlier versions they ended with it. */
  endsBefore: z.boolean().default(false),
  origin: z.object({ address: z.string(), userAgent: z.string() }).optional(),
});

/** Makes the file of an export. Its progress is told in transactions of their own, while it reads in a single one. */
export function exportJob(all: Reports, database: Database) {
  return defineJob({
    name: exportJobName,
    input,
    attempts: 3,
    async run(context, job) {
      const { id, report, query, uid, role, origin, ...options } = job.endsBefore ? job : withEndMoved(job);
      const apart = <Result>(work: (own: Context) => Promise<Result>) =>
        database.inTenant(context.tenantId, (db) => work({ ...context, db }));
      let notedAt = 0;
      let rowsWritten = 0;
      const onRows = async (done: number, total: number) => {
        rowsWritten = done;
        if (Date.now() - notedAt < noteEveryMs && done < total) return;
        notedAt = Date.now();
        if (!(await apart((own) => noteRows(own, id, done, total)))) throw new Unwanted();
      };
      try {
        if (!(await apart((own) => noteRows(own, id, 0, 0)))) return;
        const bytes = await database.inTenant(
          context.tenantId,
          async (db) => {
            const view = readQuery(query);
            const allowed = await reportsAllowedFor({ ...context, db }, all);
            const file = await makeExport(
              { ...context, db },
              { ...options, report: requireReport(allowed, report), view, asker: { uid }, onRows },
            );
            return writeExportFile(context.config, id, file.body);
          },
          "snapshot",
        );
        await apart(async (own) => {
          if (!(await endExport(own, id, { state: "done", bytes }))) return;
          const { format, content } = options;
          const asker = {
            ...own,
            actor: { kind: "user", uid, role, sessionId: null } as const,
            ...(origin && { origin }),
          };
          const details = { format, content, query: toPageQuery(query), ...countedRows(options, rowsWritten) };
          await recordAudit(asker, { act: "report.exported", subject: report, details, isForPlatform: true });
          await tellExportEnded(own, { id, report: requireReport(all, report), uid, problem: null });
        });
      } catch (error) {
        // What the caller can mend is told at once; anything else is tried again first.
        if (!(error instanceof AppError || error instanceof Unwanted)) throw error;
        await removeExportFile(context.config, id);
        if (error instanceof Unwanted) return;
        await apart(async (own) => {
          const isEnded = await endExport(own, id, { state: "failed", problem: error.message });
          const missed = all.get(report);
          if (isEnded && missed) await tellExportEnded(own, { id, report: missed, uid, problem: error.message });
        });
      }
    },
    async giveUp(context, { id, report, uid }) {
      const problem = "The file could not be created. Try again later, or ask an administrator.";
      await endExport(context, id, { state: "failed", problem });
      const missed = all.get(report);
      if (missed) await tellExportEnded(context, { id, report: missed, uid, problem });
      await removeExportFile(context.config, id);
    },
  });
}

/** A job of an earlier version with the same days. */
function withEndMoved(job: z.output<typeof input>): z.output<typeof input> {
  const { query, narrowed } = job;
  const time = narrowed?.time;
  const moved = narrowed && time && "from" in time && { ...narrowed, time: { ...time, to: addDays(time.to, 1) } };
  return { ...job, query: moveEnd(query, 1), ...(moved && { narrowed: moved }) };
}

/** How many rows an export has; figures alone have none to count, and a PDF only holds the first of them. */
export function countedRows({ format, content }: { format: string; content: string }, rows: number): { rows?: number } {
  return content === "figures" || format === "pdf" ? {} : { rows };
}

/** Removes the files of a tenant whose time is over. */
export const cleanUpExportsJob = defineJob({
  // Queues of existing installations hold jobs of this name.
  name: "reports.tidy-exports",
  input: z.object({}),
  attempts: 5,
  async run(context) {
    for (const id of await deleteExpired(context)) await removeExportFile(context.config, id);
  },
});

/** The view that a query stands for; a name that is repeated has several values. */
export function readQuery(query: string): ReportView {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (reportRowParts.includes(name)) continue;
    const earlier = values[name];
    values[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  const parsed = reportView.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("invalid_input", issue?.message ?? "The address cannot be read.", {
    fields: { query: issue?.message ?? "" },
  });
}
