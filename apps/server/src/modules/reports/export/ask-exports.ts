import { randomUUID } from "node:crypto";
import type {
  exportReport as directContract,
  ExportJob,
  ReportView,
  startExport as startContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { type Context, requirePerson, type SnapshotContext } from "../../../platform/context.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { exportFilePath, promiseExport, writeExportFile } from "../../exports/index.ts";
import { readToday } from "../../metrics/index.ts";
import { toPageQuery } from "../move-end.ts";
import { pathForReport } from "../report.ts";
import { reports as productReports, type Reports, requireReport } from "../reports.ts";
import { resolveView } from "../resolve-view.ts";
import { summariseExport, toQueryString } from "./build-header.ts";
import { makeExport } from "./make-export.ts";
import { countedRows, exportJobName, readQuery } from "./run-export.ts";

/** A report as a file, at once. */
export async function exportReport(
  context: SnapshotContext,
  { report: id, format, content, rows, q, ...view }: z.output<(typeof directContract)["input"]>,
  all: Reports = productReports,
): Promise<FileAnswer> {
  const report = requireReport(all, id);
  const asker = { uid: context.actor.kind === "user" ? context.actor.uid : null };
  let rowsWritten = 0;
  const onRows = async (done: number) => {
    rowsWritten = done;
  };
  const request = { report, view: view as ReportView, format, content, rows, q, asker, onRows };
  const { name, type, body } = await makeExport(context, request);
  const file = randomUUID();
  await writeExportFile(context.config, file, body);
  const details = {
    format,
    content,
    query: toPageQuery(toQueryString(request.view)),
    ...countedRows({ format, content }, rowsWritten),
  };
  await recordAudit(context, { act: "report.exported", subject: id, details, isForPlatform: true });
  return { name, type, path: exportFilePath(context.config, file), isTemporary: true };
}

/** Promises a file; what is wrong with what is asked for is told before. */
export async function startExport(
  context: Context,
  { report: id, query, format, content, rows, q, narrowed }: z.output<(typeof startContract)["input"]>,
  all: Reports = productReports,
): Promise<ExportJob> {
  const report = requireReport(all, id);
  const uid = requirePerson(context);
  const view = resolveView(report, readQuery(query), await readToday(context));
  const { origin, actor } = context;
  const job = { report: id, query, format, content, uid };
  const exportJob = await promiseExport(context, {
    subject: id,
    title: report.title,
    path: pathForReport(report),
    query,
    summary: await summariseExport(context, view, narrowed),
    format,
    content,
    job: exportJobName,
    input: {
      ...job,
      endsBefore: true,
      role: actor.kind === "user" ? actor.role : "",
      ...(rows ? { rows } : {}),
      ...(q ? { q } : {}),
      ...(narrowed ? { narrowed } : {}),
      ...(origin && { origin }),
    },
  });
  await recordAudit(context, {
    act: "report.export_requested",
    subject: id,
    details: { format, content, query: toPageQuery(query) },
  });
  return exportJob;
}
