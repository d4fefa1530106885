import { type startLogExport as contract, type ExportJob, type LogLine, permissionsForRole } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { publicAddress } from "../../platform/config.ts";
import { type Context, readFormats, type SnapshotContext } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { countUpTo } from "../../platform/logs/count-lines.ts";
import { type LinePlace, selectLines } from "../../platform/logs/select-lines.ts";
import type { ExportColumn, ExportRow } from "../../platform/spreadsheets/export-book.ts";
import { writeCsv } from "../../platform/spreadsheets/write-csv.ts";
import { redactText } from "../../platform/telemetry/redact.ts";
import { noticePeople } from "../directory/index.ts";
import { giveUpExport, type NoteRows, promiseExport, runExport } from "../exports/index.ts";
import { presentLines } from "./present-lines.ts";
import { resolveSearch } from "./resolve-search.ts";

const pageLines = 2000;
/** What one file holds at most: as much as people can still open, and a disk bears. */
const mostLines = 500_000;
const mostBytes = 1024 ** 3;
const jobName = "logs.export";
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

/** Promises a file of all lines that a search finds. */
export async function startLogExport(
  context: Context,
  { query, since, until, format }: z.output<(typeof contract)["input"]>,
): Promise<ExportJob> {
  // What is wrong with the search is told before.
  await resolveSearch(context, { query, since, until });
  const formats = readFormats(context);
  const days = `${formatInstant(since, formats)} – ${formatInstant(until, formats)}`;
  return promiseExport(context, {
    subject: "logs",
    title: "Platform logs",
    path: "/admin/platform-logs",
    query: new URLSearchParams({ q: query, since, until }).toString(),
    summary: query === "" ? days : `${query} · ${days}`,
    content: "rows",
    format,
    job: jobName,
    input: { query, since, until, format, ...(context.origin && { origin: context.origin }) },
  });
}

const input = z.object({
  id: z.string(),
  uid: z.string(),
  query: z.string(),
  since: z.string(),
  until: z.string(),
  format: z.enum(["csv", "ndjson"]),
  origin: z.object({ address: z.string(), userAgent: z.string() }).optional(),
});
type Input = z.output<typeof input>;

/** Makes a file of log lines, as its asker may read them by then. */
export function exportLinesJob(database: Database, bounds = { mostLines, mostBytes }) {
  return defineJob({
    name: jobName,
    input,
    attempts: 3,
    async run(context, job) {
      const { id, uid, query, since, until, format, origin } = job;
      const role = (await noticePeople.listPeople(context)).find((person) => person.uid === uid)?.role ?? null;
      const asker = {
        actor: { kind: "user", uid, role: role ?? "", sessionId: null } as const,
        permissions: permissionsForRole(role),
        ...(origin && { origin }),
      };
      await runExport(context, database, {
        id,
        uid,
        async make(snapshot, onRows) {
          if (!asker.permissions.has("logs.read")) throw new AppError("forbidden", "Your role does not allow this.");
          const reader = { ...snapshot, ...asker };
          const pages = await openPages(reader, job, { onRows, most: bounds.mostLines });
          const body = format === "csv" ? writeCsv(toBook(reader, query, pages)) : writeNdjson(pages);
          return limitBytes(body, bounds.mostBytes);
        },
        async whenDone(own, rows) {
          const details = { query: redactText(query), since, until, format, rows };
          await recordAudit({ ...own, ...asker }, { act: "logs.exported", subject: "logs", details });
        },
      });
    },
    giveUp: giveUpExport,
  });
}

/** The lines of a search, a page at a time; more than a file may hold are refused before any is written. */
async function openPages(
  context: SnapshotContext,
  { query, since, until }: Input,
  { onRows, most }: { onRows: NoteRows; most: number },
): Promise<AsyncIterable<LogLine[]>> {
  const search = await resolveSearch(context, { query, since, until });
  const total = await countUpTo(context.db, search, most + 1);
  if (total > most) {
    const limit = formatNumber(most, readFormats(context));
    throw new AppError(
      "limit_reached",
      `The search finds more than ${limit} lines. Add a filter, or choose a shorter range.`,
    );
  }
  return (async function* () {
    let beyond: LinePlace | null = null;
    for (let done = 0; ; ) {
      const lines = await selectLines(context.db, search, { order: "newest first", beyond, limit: pageLines });
      if (lines.length > 0) yield await presentLines(context, lines);
      beyond = lines.at(-1) ?? null;
      done += lines.length;
      await onRows(done, Math.max(total, done));
      if (lines.length < pageLines) return;
    }
  })();
}

async function* limitBytes(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most)
      throw new AppError("limit_reached", "The file would be larger than 1 GB. Choose a shorter range.");
    yield chunk;
  }
}

async function* writeNdjson(pages: AsyncIterable<LogLine[]>): AsyncGenerator<Buffer, void> {
  for await (const page of pages)
    yield Buffer.from(page.map(({ id: _, ...line }) => `${JSON.stringify(line)}\n`).join(""));
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
