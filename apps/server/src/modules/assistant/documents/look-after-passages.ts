import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type {
  changePassage as changeContract,
  DocumentPassages,
  downloadDocument as downloadContract,
  listPassages as listContract,
  ReadableDocument,
  readDocument as readContract,
  restoreDocumentVersion as restoreContract,
  StoredPassage,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { readStaleness } from "./document-staleness.ts";
import {
  type DocumentKey,
  type DocumentRow,
  findReadable,
  readableScopes,
  requireDocument,
  selectVersions,
  updateDocument,
  writeVersion,
} from "./document-store.ts";
import { toShown } from "./passage.ts";
import {
  countPassages,
  findPassage,
  type PassageRow,
  reindexPassage,
  selectPassages,
  updatePassage,
} from "./passage-store.ts";
import { publishDocument } from "./read-document-job.ts";
import { addVersion } from "./upload-documents.ts";

/** The passages of a document as whoever looks after it sees them. */
export async function listPassages(
  context: Context,
  { document: id, from: asked, limit, state, passage }: z.output<(typeof listContract)["input"]>,
): Promise<DocumentPassages> {
  const document = await requireDocument(context, id);
  const place = passage === undefined ? null : await findPassage(context, document, passage);
  const from = place ? place.position - (place.position % limit) : asked;
  const states = state ? [state] : (["found", "off", "held", "rejected"] as const);
  const rows = await selectPassages(context, document, { from, most: limit + 1, states });
  const versions = await selectVersions(context, document);
  const { name, url, problem, remark } = document;
  const pages = versions.find(({ number }) => number === document.found_version)?.pages ?? null;
  return {
    document: { id, name, url, state: document.state, pages, problem, remark },
    versions: versions.map((version) => ({
      number: version.number,
      fileName: version.file_name,
      bytes: Number(version.bytes),
      format: version.format,
      pages: version.pages,
      passages: version.passages,
      addedAt: version.added_at.toISOString(),
      origin: version.origin,
      problem: version.problem,
      isFound: version.number === document.found_version,
    })),
    counts: await countPassages(context, document),
    items: rows.slice(0, limit).map(describePassage),
    next: rows[limit]?.position ?? null,
  };
}

function describePassage(row: PassageRow): StoredPassage {
  const { id, position, kind, headings, page, content, original, state, reason } = row;
  return { id: String(id), position, kind, headings, page, content, original, state, reason };
}

/** Mends a passage, switches it on or off, or decides about one that is held back. It holds from the commit on. */
export async function changePassage(
  context: Context,
  { document: id, passage: passageId, content, state }: z.output<(typeof changeContract)["input"]>,
): Promise<StoredPassage> {
  const document = await requireDocument(context, id);
  const before = await findPassage(context, document, passageId, true);
  if (!before)
    throw new AppError("not_found", "There is no such passage: the document was read again. Reload the page.");
  const isReview = before.state === "held" || before.state === "rejected";
  if (isReview && state === undefined && content !== undefined) {
    throw new AppError("conflict", "Release the passage first, then edit it.");
  }
  const original = before.original ?? before.content;
  const text = content === undefined ? before.content : content === null ? original : toShown(content).trim();
  if (text === "") throw new AppError("invalid_input", "Enter the text.", { fields: { content: "Enter the text." } });
  const after: PassageRow = {
    ...before,
    content: text,
    original: text === original ? null : original,
    state: state ?? before.state,
    is_released: before.is_released || (isReview && state === "found"),
  };
  await updatePassage(context, document, after);
  await reindexPassage(context, document, document.name, after);
  const counts = await countPassages(context, document);
  await updateDocument(context, document, { passages: counts.found, held_passages: counts.held });
  await publishDocument(context, id);
  return describePassage(after);
}

/** Brings an older version back as the newest one: its file is read again. */
export async function restoreDocumentVersion(
  context: Context,
  { document: id, number }: z.output<(typeof restoreContract)["input"]>,
): Promise<{ number: number }> {
  const document = await requireDocument(context, id);
  const version = (await selectVersions(context, document)).find((one) => one.number === number);
  if (!version) throw new AppError("not_found", "This version is no longer kept.");
  const file = await writeTemporary(context, document, number);
  const next = document.latest_version + 1;
  await addVersion(context, document, next, {
    fileName: version.file_name,
    bytes: Number(version.bytes),
    hash: version.hash,
    path: file,
    origin: "restored",
  });
  return { number: next };
}

/** A version as it came, to be saved. */
export async function downloadDocument(
  context: Context,
  { document: id, number }: z.output<(typeof downloadContract)["input"]>,
): Promise<FileAnswer> {
  const document = await requireDocument(context, id);
  const version = (await selectVersions(context, document)).find((one) => one.number === number);
  if (!version) throw new AppError("not_found", "This version is no longer kept.");
  const file = await writeTemporary(context, document, number);
  // Whatever it holds, the browser never opens it as a page of ours.
  return { name: version.file_name, type: "application/octet-stream", path: file, isTemporary: true };
}

async function writeTemporary(
  context: Context,
  document: { tenantId: string; id: string },
  number: number,
): Promise<string> {
  const folder = path.join(context.config.dataDir, "uploads");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, randomUUID());
  await writeVersion(context, document, number, file);
  return file;
}

const before = 40;
const shown = 200;

/** A document as those read it whose questions it answers, around one of its passages. */
export async function readDocument(
  context: Context,
  { document: id, passage }: z.output<(typeof readContract)["input"]>,
): Promise<ReadableDocument> {
  const document = await findReadable(context, readableScopes(context), id);
  if (!document) throw new AppError("not_found", "This document no longer exists.");
  const place = passage === undefined ? null : await findPassage(context, document, passage);
  const from = Math.max(0, (place?.position ?? 0) - before);
  const rows = await selectPassages(context, document, { from, most: shown + 1, states: ["found"] });
  const staleness = await readStaleness(context, [id]);
  return {
    id,
    name: document.name,
    url: document.url,
    pages: document.pages,
    searchableAt: document.searchable_at?.toISOString() ?? null,
    staleSince: staleness.get(id)?.toISOString() ?? null,
    passages: rows.slice(0, shown).map((row) => ({
      id: String(row.id),
      kind: row.kind,
      headings: row.headings,
      page: row.page,
      content: row.content,
    })),
    hasMore: rows.length > shown || from > 0,
    source: await findSource(context, document),
  };
}

/** The file behind what can be found: it also holds what is held back, so only those who look after it see it. */
async function findSource(context: Context, document: DocumentRow & DocumentKey): Promise<ReadableDocument["source"]> {
  const { actor, permissions, tenantId } = context;
  const isViewing = actor.kind === "user" && actor.onBehalf !== undefined;
  if (isViewing || !permissions.has("training.manage") || document.tenantId !== tenantId) return null;
  const version = (await selectVersions(context, document)).find(({ number }) => number === document.found_version);
  return version ? { number: version.number, fileName: version.file_name, format: version.format } : null;
}
