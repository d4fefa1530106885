import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { exportLogLines as contract, LogLine } from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { publicAddress } from "../../platform/config.ts";
import { type Context, readFormats } from "../../platform/context.ts";
import type { FileAnswer } from "../../platform/http/endpoint.ts";
import { type LinePlace, selectLines } from "../../platform/logs/select-lines.ts";
import type { ExportColumn, ExportRow } from "../../platform/spreadsheets/export-book.ts";
import { writeCsv } from "../../platform/spreadsheets/write-csv.ts";
import { redactText } from "../../platform/telemetry/redact.ts";
import { presentLines } from "./present-lines.ts";
import { resolveSearch } from "./resolve-search.ts";

type Input = z.output<(typeof contract)["input"]>;

const pageLines = 2000;
const types = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson" };
const columns: ExportColumn[] = [
  { id: "at", label: "Time", format: "text" },
  { id: "level", label: "Level", format: "text" },
  { id: "part", label: "Part", format: "text" },
  { id: "tenant", label: "Tenant", format: "text" },
  { id: "person", label: "Person", format: "text" },
  { id: "requestId", label: "Request ID", format: "text" },
  { id: "route", label: "Route or job", format: "text" },
  { id: "message", label: "Message", format: "text" },
  { id: "details", label: "Details", format: "text" },
];

/** All lines that a search finds, as a file. */
export async function exportLogLines(context: Context, { format, query, ...range }: Input): Promise<FileAnswer> {
  let rows = 0;
  const pages = async function* (): AsyncGenerator<LogLine[], void> {
    for await (const page of walkLines(context, { query, ...range })) {
      rows += page.length;
      yield page;
    }
  };
  const file = path.join(context.config.dataDir, "exports", randomUUID());
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const body = format === "csv" ? writeCsv(toBook(context, query, pages())) : writeNdjson(pages());
  await pipeline(Readable.from(body), createWriteStream(file, { mode: 0o600 })).catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
  const details = { query: redactText(query), ...range, format, rows };
  await recordAudit(context, { act: "logs.exported", subject: "logs", details });
  const day = context.now.toISOString().slice(0, 10);
  return { name: `Platform logs ${day}.${format}`, type: types[format], path: file, isTemporary: true };
}

async function* walkLines(context: Context, input: Omit<Input, "format">): AsyncGenerator<LogLine[], void> {
  const search = await resolveSearch(context, input);
  let beyond: LinePlace | null = null;
  for (;;) {
    const lines = await selectLines(context.db, search, { order: "newest first", beyond, limit: pageLines });
    if (lines.length > 0) yield await presentLines(context, lines);
    beyond = lines.at(-1) ?? null;
    if (lines.length < pageLines) return;
  }
}

async function* writeNdjson(pages: AsyncIterable<LogLine[]>): AsyncGenerator<string, void> {
  for await (const page of pages) yield page.map(({ id: _, ...line }) => `${JSON.stringify(line)}\n`).join("");
}

function toBook(context: Context, query: string, pages: AsyncIterable<LogLine[]>) {
  const { timeZone, dateFormat } = readFormats(context);
  const now = context.now.toISOString();
  return {
    header: {
      title: "Platform logs",
      tenant: context.config.productName,
      period: "as of now",
      timeZone,
      dateFormat,
      filters: [{ label: "Search", value: query }],
      asOf: now,
      generatedAt: now,
      by: context.actor.kind === "user" ? context.actor.uid : context.actor.kind,
      link: publicAddress(context.config),
    },
    tables: [{ title: "Platform logs", columns, rows: toRows(pages) }],
    currency: "USD",
    isPlain: true as const,
  };
}

async function* toRows(pages: AsyncIterable<LogLine[]>): AsyncGenerator<ExportRow[], void> {
  for await (const page of pages) yield page.map(toCells);
}

function toCells(line: LogLine): ExportRow {
  return {
    at: line.at,
    level: line.level,
    part: line.part,
    tenant: line.tenant?.name ?? null,
    person: line.person?.name ?? null,
    requestId: line.requestId,
    route: line.route,
    message: line.message,
    details: line.details && JSON.stringify(line.details),
  };
}
