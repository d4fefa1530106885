import { narrowedRows, type ReportView, reportView } from "@console/contracts";
import { reportRowParts } from "@console/contracts/report-parts";
import { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import { giveUpExport, runExport } from "../../exports/index.ts";
import { addDays } from "../../metrics/index.ts";
import { moveEnd, toPageQuery } from "../move-end.ts";
import { type Reports, requireReport } from "../reports.ts";
import { reportsAllowedFor } from "../reports-allowed.ts";
import { makeExport } from "./make-export.ts";

export const exportJobName = "reports.export";

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

/** Makes the file of a report. */
export function exportJob(all: Reports, database: Database) {
  return defineJob({
    name: exportJobName,
    input,
    attempts: 3,
    async run(context, job) {
      const { id, report, query, uid, role, origin, ...options } = job.endsBefore ? job : withEndMoved(job);
      await runExport(context, database, {
        id,
        uid,
        async make(snapshot, onRows) {
          const allowed = await reportsAllowedFor(snapshot, all);
          const view = readQuery(query);
          const request = { ...options, report: requireReport(allowed, report), view, asker: { uid }, onRows };
          return (await makeExport(snapshot, request)).body;
        },
        async whenDone(own, rows) {
          const { format, content } = options;
          const actor = { kind: "user", uid, role, sessionId: null } as const;
          const asker = { ...own, actor, ...(origin && { origin }) };
          const details = { format, content, query: toPageQuery(query), ...countedRows(options, rows) };
          await recordAudit(asker, { act: "report.exported", subject: report, details, isForPlatform: true });
        },
      });
    },
    giveUp: giveUpExport,
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
