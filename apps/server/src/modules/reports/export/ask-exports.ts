import { randomUUID } from "node:crypto";
import type {
  cancelExport as cancelContract,
  exportReport as directContract,
  downloadExport as downloadContract,
  ExportJob,
  linkExport as linkContract,
  ReportView,
  RouteOutput,
  startExport as startContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { publicAddress } from "../../../platform/config.ts";
import { type Context, requirePerson, type SnapshotContext } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { enqueue } from "../../../platform/jobs/define-job.ts";
import { retentionSettings } from "../../../platform/retention/retention-settings.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { readToday } from "../../metrics/index.ts";
import { toPageQuery } from "../move-end.ts";
import { pathForReport } from "../report.ts";
import { reports as productReports, type Reports, requireReport } from "../reports.ts";
import { resolveView } from "../resolve-view.ts";
import { summariseExport, toQueryString } from "./build-header.ts";
import { exportFilePath, removeExportFile, writeExportFile } from "./export-files.ts";
import {
  dropExport,
  findExport,
  findFinished,
  insertExport,
  type StoredExport,
  selectExports,
} from "./export-store.ts";
import { contentTypes, makeExport } from "./make-export.ts";
import { cleanUpExportsJob, countedRows, exportJobName, readQuery } from "./run-export.ts";

const hourMs = 3_600_000;
const linkMs = 15 * 60_000;
const linkPurpose = "export link";

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
  const summary = await summariseExport(context, view, narrowed);
  const job = { id: randomUUID(), report: id, title: report.title, query, format, content, uid };
  const { exports: keptHours } = await readSettings(context, retentionSettings);
  const expiresAt = new Date(context.now.getTime() + keptHours * hourMs);
  await insertExport(context, { ...job, summary, expiresAt });
  const { origin, actor } = context;
  const input = {
    ...job,
    endsBefore: true,
    role: actor.kind === "user" ? actor.role : "",
    ...(rows ? { rows } : {}),
    ...(q ? { q } : {}),
    ...(narrowed ? { narrowed } : {}),
    ...(origin && { origin }),
  };
  await enqueue(context, { name: exportJobName, attempts: 3 }, input);
  await enqueue(context, cleanUpExportsJob, {}, { key: `${cleanUpExportsJob.name}:${job.id}`, runAt: expiresAt });
  await recordAudit(context, {
    act: "report.export_requested",
    subject: id,
    details: { format, content, query: toPageQuery(query) },
  });
  return describe(await requireExport(context, job.id), all);
}

/** The files that the caller has asked for. */
export async function listExports(context: Context, _input: unknown, all: Reports = productReports) {
  const exports = await selectExports(context, requirePerson(context));
  return { items: exports.map((one) => describe(one, all)) };
}

/** How far a file is. */
export async function getExport(context: Context, { export: id }: { export: string }, all: Reports = productReports) {
  return describe(await requireExport(context, id), all);
}

/** Stops the making of a file, or removes it. */
export async function cancelExport(
  context: Context,
  { export: id }: z.output<(typeof cancelContract)["input"]>,
  all: Reports = productReports,
): Promise<ExportJob> {
  await requireExport(context, id);
  await dropExport(context, id);
  await removeExportFile(context.config, id);
  return describe(await requireExport(context, id), all);
}

/** A link to a finished file that its reader's browser can save from without a token. */
export async function linkExport(
  context: Context,
  { export: id }: z.output<(typeof linkContract)["input"]>,
): Promise<RouteOutput<typeof linkContract>> {
  const exportRow = await requireExport(context, id);
  if (exportRow.state !== "done") throw new AppError("conflict", "The file is not ready yet.");
  const expires = Math.min(context.now.getTime() + linkMs, Date.parse(exportRow.expiresAt));
  const name = nameFile(exportRow);
  const sealed = await context.secrets.seal(context, linkPurpose, JSON.stringify({ id, name, expires }));
  const key = `${Buffer.from(context.tenantId).toString("base64url")}.${sealed}`;
  const address = `${publicAddress(context.config)}/api/exports/files/${key}`;
  return { url: address, expiresAt: new Date(expires).toISOString() };
}

/** The file behind a link, until the link's time is over or its owner removes it. */
export async function downloadExport(
  context: Context,
  { key }: z.output<(typeof downloadContract)["input"]>,
  database: Database,
): Promise<FileAnswer> {
  const [tenant = "", ...sealed] = key.split(".");
  const tenantId = Buffer.from(tenant, "base64url").toString("utf8");
  // A transaction cannot be opened in the name of such a tenant, and its connection would be lost.
  if (tenantId.includes("\0")) throw noSuchLink();
  const download = await database.inTenant(tenantId, async (db) => {
    const scope = { ...context, db, tenantId };
    const link = await readLink(scope, sealed.join("."));
    const isOpen = link !== null && link.expires >= context.now.getTime();
    return isOpen ? { link, file: await findFinished(scope, link.id) } : null;
  });
  if (!download?.file) throw noSuchLink();
  const { id, format } = download.file;
  return {
    name: download.link.name,
    type: contentTypes[format],
    path: exportFilePath(context.config, id),
    isTemporary: false,
  };
}

const mostNamed = 100;

/** A name that says what is in the file, without signs that a disk refuses. */
function nameFile({ title, summary, format }: StoredExport): string {
  const words = `${title}, ${summary.replaceAll(" · ", ", ")}`
    .replaceAll("–", "to")
    .replaceAll(/[^\p{L}\p{N} ,.()-]/gu, "");
  return `${words.slice(0, mostNamed).replace(/[ ,.]+$/, "")}.${format}`;
}

const noSuchLink = () =>
  new AppError("not_found", "This link is no longer valid. Open the export again in the console.");

type Link = { id: string; name: string; expires: number };

async function readLink(scope: Context, sealed: string): Promise<Link | null> {
  try {
    return JSON.parse(await scope.secrets.open(scope, linkPurpose, sealed)) as Link;
  } catch (error) {
    // Whatever is not a link of ours opens nothing; a database that is away is not the link's fault.
    if (error instanceof AppError) throw error;
    return null;
  }
}

async function requireExport(context: Context, id: string): Promise<StoredExport> {
  const exportRow = await findExport(context, id, requirePerson(context));
  if (!exportRow) throw new AppError("not_found", "There is no such export.");
  return exportRow;
}

function describe({ askedBy: _askedBy, ...exportRow }: StoredExport, all: Reports): ExportJob {
  const report = all.get(exportRow.report);
  return { ...exportRow, path: report ? pathForReport(report) : "/tenant/reports" };
}
