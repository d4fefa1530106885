import { randomUUID } from "node:crypto";
import type {
  cancelExport as cancelContract,
  downloadExport as downloadContract,
  ExportJob,
  FileFormatName,
  linkExport as linkContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { publicAddress } from "../../platform/config.ts";
import { type Context, requirePerson } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { FileAnswer } from "../../platform/http/endpoint.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import { retentionSettings } from "../../platform/retention/retention-settings.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { exportFilePath, removeExportFile } from "./export-files.ts";
import {
  dropExport,
  findExport,
  findFinished,
  insertExport,
  type StoredExport,
  selectExports,
} from "./export-store.ts";
import { cleanUpExportsJob } from "./jobs.ts";

const hourMs = 3_600_000;
const linkMs = 15 * 60_000;
const linkPurpose = "export link";

const contentTypes: Record<FileFormatName, string> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** A file that is to be made, and the job that makes it: it gets the id of the export beside its input. */
type PromisedExport = Pick<ExportJob, "subject" | "title" | "path" | "query" | "summary" | "format" | "content"> & {
  job: string;
  input: Record<string, unknown>;
};

/** Promises a file to the caller. */
export async function promiseExport(context: Context, { job, input, ...file }: PromisedExport): Promise<ExportJob> {
  const id = randomUUID();
  const uid = requirePerson(context);
  const { exports: keptHours } = await readSettings(context, retentionSettings);
  const expiresAt = new Date(context.now.getTime() + keptHours * hourMs);
  await insertExport(context, { ...file, id, uid, expiresAt });
  await enqueue(context, { name: job, attempts: 3 }, { ...input, id, uid });
  await enqueue(context, cleanUpExportsJob, {}, { key: `${cleanUpExportsJob.name}:${id}`, runAt: expiresAt });
  return describe(await requireExport(context, id));
}

/** The files that the caller has asked for. */
export async function listExports(context: Context) {
  const exports = await selectExports(context, requirePerson(context));
  return { items: exports.map(describe) };
}

/** How far a file is. */
export async function getExport(context: Context, { export: id }: { export: string }) {
  return describe(await requireExport(context, id));
}

/** Stops the making of a file, or removes it. */
export async function cancelExport(
  context: Context,
  { export: id }: z.output<(typeof cancelContract)["input"]>,
): Promise<ExportJob> {
  await requireExport(context, id);
  await dropExport(context, id);
  await removeExportFile(context.config, id);
  return describe(await requireExport(context, id));
}

/** A link to a finished file that its reader's browser can save from without a token. */
export async function linkExport(
  context: Context,
  { export: id }: z.output<(typeof linkContract)["input"]>,
): Promise<RouteOutput<typeof linkContract>> {
  const exportRow = await requireExport(context, id);
  if (exportRow.state !== "done") throw new AppError("conflict", "The file is not ready yet.");
  return sealLink(context, exportRow, Math.min(context.now.getTime() + linkMs, Date.parse(exportRow.expiresAt)));
}

/** A link to a finished file for someone outside, which ends with the file. */
export async function linkForMail(context: Context, id: string): Promise<RouteOutput<typeof linkContract>> {
  const exportRow = await findFinished(context, id);
  if (!exportRow) throw new AppError("conflict", "The file is not ready yet.");
  return sealLink(context, exportRow, Date.parse(exportRow.expiresAt));
}

async function sealLink(context: Context, exportRow: StoredExport, expires: number) {
  const link = { id: exportRow.id, name: nameFile(exportRow), expires };
  const sealed = await context.secrets.seal(context, linkPurpose, JSON.stringify(link));
  const key = `${Buffer.from(context.tenantId).toString("base64url")}.${sealed}`;
  return {
    url: `${publicAddress(context.config)}/api/exports/files/${key}`,
    expiresAt: new Date(expires).toISOString(),
  };
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

function describe({ askedBy: _askedBy, ...exportRow }: StoredExport): ExportJob {
  return exportRow;
}
