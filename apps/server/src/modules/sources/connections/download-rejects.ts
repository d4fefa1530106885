import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { downloadRejects as contract } from "@console/contracts";
import { csvText } from "@console/figures/csv-text";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { requireConnection } from "./manage-connections.ts";
import { recordConnectionAction } from "./record-connection-action.ts";
import { type RejectFilter, readRun, type StoredReject, selectRejects } from "./reject-store.ts";
import { findRun } from "./run-store.ts";

const pageRows = 500;
const lineEnd = "\r\n";
const byteOrderMark = "\ufeff";

/** The rows that could not be taken in as CSV: their own columns as they came, and the reason beside each. */
export async function downloadRejects(
  context: Context,
  { connection: id, run }: z.output<(typeof contract)["input"]>,
): Promise<FileAnswer> {
  const { name } = await requireConnection(context, id);
  return writeRejects(context, run ? { connection: id, replayableOf: run } : { connection: id, run: null }, name);
}

/** A file of rejected rows, which its name says whose they are. */
export async function writeRejects(context: Context, filter: RejectFilter, name: string): Promise<FileAnswer> {
  const { columns, rows } = await listColumns(context, rejectPages(context, filter));
  const file = path.join(context.config.dataDir, "exports", randomUUID());
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const lines = writeLines(rejectPages(context, filter), columns);
  await pipeline(Readable.from(lines), createWriteStream(file, { mode: 0o600 }));
  const run = readRun(filter);
  await recordConnectionAction(context, {
    act: "source.rejects_downloaded",
    connection: filter.connection,
    details: { run, rows },
  });
  return { name: `${name} rejected rows.csv`, type: "text/csv; charset=utf-8", path: file, isTemporary: true };
}

/** The columns of rejected rows: those of their files as these had them, then what else they hold. */
async function listColumns(
  context: Context,
  pages: AsyncIterable<StoredReject[]>,
): Promise<{ columns: string[]; rows: number }> {
  const names = new Set<string>();
  const ordered = new Set<string>();
  const runs = new Set<string>();
  let rows = 0;
  for await (const page of pages) {
    rows += page.length;
    for (const { record, run_id } of page) {
      for (const column of Object.keys(record)) names.add(column);
      if (runs.has(run_id)) continue;
      runs.add(run_id);
      for (const column of (await findRun(context, run_id))?.task.columns ?? []) ordered.add(column);
    }
  }
  return { columns: [...new Set([...ordered, ...names])].filter((column) => names.has(column)), rows };
}

async function* rejectPages(context: Context, filter: RejectFilter): AsyncGenerator<StoredReject[], void> {
  let after = "0";
  for (;;) {
    const page = await selectRejects(context, { ...filter, after, limit: pageRows });
    yield page;
    if (page.length < pageRows) return;
    after = page.at(-1)?.id ?? after;
  }
}

async function* writeLines(pages: AsyncIterable<StoredReject[]>, columns: readonly string[]): AsyncGenerator<string> {
  const reasonColumn = columns.includes("reason") ? "reason it was rejected" : "reason";
  yield byteOrderMark + line([...columns, reasonColumn]);
  for await (const page of pages) {
    let text = "";
    for (const { record, reason } of page)
      text += line([...columns.map((column) => toCellText(record[column])), reason]);
    yield text;
  }
}

function line(texts: readonly string[]): string {
  return texts.map(csvText).join(",") + lineEnd;
}

function toCellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
