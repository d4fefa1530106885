import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import {
  type uploadDocuments as contract,
  documentUploadLimits,
  type RouteOutput,
  type UploadedDocument,
} from "@console/contracts";
import type { z } from "zod";
import { SourceProblem } from "../../../connectors/connector.ts";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import { type Context, platformTenant } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { OpenMeter, ReceivedFiles } from "../../../platform/http/endpoint.ts";
import { findTenant } from "../../directory/index.ts";
import {
  type DocumentKey,
  findSameContent,
  insertDocument,
  insertVersion,
  readUsage,
  requireDocument,
  updateDocument,
  type VersionOrigin,
} from "./document-store.ts";
import { enqueueReading, publishDocument } from "./read-document-job.ts";

const megabyte = 1024 ** 2;
const mostUploadBytes = 500 * megabyte;
/** What the documents of one scope may take together. */
const scopeLimits = { documents: 2000, bytes: 2 * 1024 ** 3, passages: 100_000 } as const;

type Input = z.output<(typeof contract)["input"]>;
type SentFile = { name: string; path: string; bytes: number };
type Tools = { database: Database; fileReading: Pick<FileReading, "pool">; signal: AbortSignal };

/** Takes over documents that were sent, each for itself: one that cannot be taken says why, and the others go on. */
export async function uploadDocuments(
  context: Omit<Context, "db">,
  { tenant, document, name }: Input,
  received: ReceivedFiles,
  { database, fileReading, signal }: Tools,
): Promise<RouteOutput<typeof contract>> {
  const inOwn = <Result>(work: (scope: Context) => Promise<Result>) =>
    database.inTenant(context.tenantId, (db) => work({ ...context, db }));
  const replaced = document === undefined ? null : await inOwn((scope) => requireDocument(scope, document));
  const tenantId = replaced ? replaced.tenantId : await chooseScope(context, tenant, inOwn);
  const folder = path.join(context.config.dataDir, "uploads", randomUUID());
  try {
    const sent = received.map((file) => ({
      ...file,
      name: plainName(received.length === 1 ? (name ?? file.name) : file.name),
    }));
    const { files, refused } = await unpack(sent, { folder, fileReading, signal });
    if (replaced && files.length !== 1) {
      throw new AppError("invalid_input", "Send one file to replace a document.", {
        fields: { file: "Send one file." },
      });
    }
    const outcomes: UploadedDocument[] = refused;
    for (const file of files) {
      outcomes.push(await inOwn((scope) => takeFile(scope, tenantId, file, replaced)));
    }
    return { files: outcomes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whose documents they are: people of a tenant have one scope. */
async function chooseScope(
  { tenantId }: Omit<Context, "db">,
  named: string | undefined,
  inOwn: <Result>(work: (scope: Context) => Promise<Result>) => Promise<Result>,
): Promise<string> {
  if (tenantId !== platformTenant) {
    if (named !== undefined && named !== tenantId) throw new AppError("not_found", "There is no such tenant.");
    return tenantId;
  }
  if (named === undefined || named === "") return platformTenant;
  if (!(await inOwn((scope) => findTenant(scope, named)))) throw new AppError("not_found", "There is no such tenant.");
  return named;
}

/** A name without folders and without what no screen can show. */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 200) || "file";
}

/** The files that were sent, and those of archives among them. */
async function unpack(
  sent: readonly SentFile[],
  { folder, fileReading, signal }: Pick<Tools, "fileReading" | "signal"> & { folder: string },
): Promise<{ files: SentFile[]; refused: UploadedDocument[] }> {
  const files: SentFile[] = [];
  const refused: UploadedDocument[] = [];
  for (const [place, file] of sent.entries()) {
    if (!/\.zip$/i.test(file.name)) {
      files.push(file);
      continue;
    }
    const target = path.join(folder, `${place}`);
    await mkdir(target, { recursive: true, mode: 0o700 });
    try {
      for await (const part of fileReading.pool.read("documentArchive", { path: file.path, folder: target }, signal)) {
        files.push({ ...part.file, name: plainName(part.file.name) });
      }
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      refused.push(refusal(file.name, error.message));
    }
  }
  return { files, refused };
}

function refusal(name: string, reason: string): UploadedDocument {
  return { name, outcome: "refused", document: null, reason: `${name}: ${reason}` };
}

async function takeFile(
  context: Context,
  tenantId: string,
  file: SentFile,
  replaced: (DocumentKey & { latest_version: number; name: string }) | null,
): Promise<UploadedDocument> {
  const ending = /\.([a-z]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  const endings: readonly string[] = documentUploadLimits.endings;
  if (!endings.includes(ending) && !/^(?:xlsm|docm|markdown|xhtml|text)$/.test(ending)) {
    return refusal(
      file.name,
      "This type of file is not read. Upload PDF, DOCX, HTML, Markdown, TXT, CSV, XLSX or ZIP.",
    );
  }
  if (file.bytes > documentUploadLimits.megabytes * megabyte) {
    return refusal(file.name, `It is larger than ${documentUploadLimits.megabytes} MB. Split it.`);
  }
  if (file.bytes === 0) return refusal(file.name, "The file is empty.");
  const hash = await hashFile(file.path);
  const same = await findSameContent(context, tenantId, hash);
  if (same) {
    const reason = `${file.name}: "${same.name}" has the same content already. Nothing was stored.`;
    return { name: file.name, outcome: "duplicate", document: same.id, reason };
  }
  const full = await findLack(context, tenantId, file.bytes);
  if (full) return refusal(file.name, full);
  const added = { fileName: file.name, bytes: file.bytes, hash, path: file.path };
  const id = replaced
    ? await addVersion(context, replaced, replaced.latest_version + 1, { ...added, origin: "sent" })
    : await createDocument(
        context,
        tenantId,
        { kind: "file", url: null, name: titleFor(file.name) },
        { ...added, origin: "sent" },
      );
  return { name: file.name, outcome: "queued", document: id, reason: null };
}

/** What there is no room for, in words. */
export async function findLack(context: Context, tenantId: string, bytes: number): Promise<string | null> {
  const used = await readUsage(context, tenantId);
  if (used.documents >= scopeLimits.documents)
    return "There are 2,000 documents already. Archive some that are unused.";
  if (used.passages >= scopeLimits.passages)
    return "There are 100,000 passages already. Archive documents that are unused.";
  if (used.bytes + bytes > scopeLimits.bytes) return "There is no space left: documents may take 2 GB together.";
  return null;
}

function titleFor(fileName: string): string {
  return (
    fileName
      .replace(/\.\w+$/, "")
      .replaceAll(/[_]+/g, " ")
      .trim() || fileName
  );
}

export type AddedFile = { fileName: string; bytes: number; hash: string; path: string; origin: VersionOrigin };

/** Makes a document of a file, and enqueues its reading. */
export async function createDocument(
  context: Context,
  tenantId: string,
  {
    kind,
    url,
    name,
    site = null,
  }: { kind: "file" | "address"; url: string | null; name: string; site?: string | null },
  file: AddedFile,
): Promise<string> {
  const id = randomUUID();
  const createdBy = context.actor.kind === "user" ? context.actor.uid : null;
  await insertDocument(context, {
    tenant_id: tenantId,
    id,
    name,
    kind,
    url,
    site,
    state: "queued",
    latest_version: 0,
    created_by: createdBy,
  });
  return addVersion(context, { tenantId, id }, 1, file);
}

/** Adds a version to a document, and enqueues its reading; what can be found stays until it has been read. */
export async function addVersion(
  context: Context,
  key: DocumentKey,
  number: number,
  { fileName, bytes, hash, path: filePath, origin }: AddedFile,
): Promise<string> {
  const addedBy = context.actor.kind === "user" ? context.actor.uid : null;
  await insertVersion(context, key, { number, fileName, bytes, hash, origin, addedBy }, filePath);
  await updateDocument(context, key, { latest_version: number, state: "queued", progress: 0, problem: null });
  await enqueueReading(context, key, number);
  await publishDocument(context, key.id);
  return key.id;
}

/** By which a content is known. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}

/** Writes a text that was fetched to a file, as one that was sent lies there. */
export async function writeFetched(folder: string, content: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, randomUUID());
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.write(content);
  } finally {
    await handle.close();
  }
  return file;
}

/** Uploads are measured while they arrive. */
export const documentMeter: OpenMeter = async () => {
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      if (bytes > mostUploadBytes)
        throw new AppError("too_large", "Files can have up to 500 MB in total. Send fewer at once.");
    },
    close() {},
  };
};
