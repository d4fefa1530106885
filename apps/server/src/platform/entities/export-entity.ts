import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AuditChange, EntityRow, EntityValue } from "@console/contracts";
import { recordAudit } from "../audit/record-audit.ts";
import { publicAddress } from "../config.ts";
import { type Context, readFormats } from "../context.ts";
import type { FileAnswer } from "../http/endpoint.ts";
import type { ExportColumn, ExportRow } from "../spreadsheets/export-book.ts";
import { writeCsv } from "../spreadsheets/write-csv.ts";
import { writeXlsx } from "../spreadsheets/write-xlsx.ts";
import { type Entity, type FieldSpec, titleField } from "./entity.ts";
import type { Narrowing } from "./entity-statement.ts";
import { maskRow } from "./mask-row.ts";
import { walkRows } from "./read-entity.ts";

type ExportInput = Narrowing & { sort?: string | undefined; format: "csv" | "xlsx" | "jsonl" };

const types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jsonl: "application/x-ndjson; charset=utf-8",
};

/** All matching rows as a file whose columns can be read in again. */
export async function exportRows(
  context: Context,
  entity: Entity,
  { format, ...input }: ExportInput,
): Promise<FileAnswer> {
  const fields = Object.entries(entity.fields).filter(([, { type }]) => type !== "picture");
  const columns = [{ id: "id", label: "ID", format: "text" } satisfies ExportColumn, ...fields.flatMap(exportColumns)];
  let rows = 0;
  const pages = async function* (): AsyncGenerator<ExportRow[], void> {
    for await (const page of walkRows(context, entity, input)) {
      rows += page.length;
      yield page.map((row) => toCells(maskRow(row, entity.fields), columns));
    }
  };
  const book = {
    header: toHeader(context, entity, input),
    tables: [{ title: entity.many, columns, rows: pages() }],
    currency: "USD",
    isPlain: true as const,
  };
  const file = path.join(context.config.dataDir, "exports", randomUUID());
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const writers = { csv: () => writeCsv(book), xlsx: () => writeXlsx(book), jsonl: () => writeLines(pages()) };
  const body = writers[format]();
  await pipeline(Readable.from(body), createWriteStream(file, { mode: 0o600 })).catch(async (error: unknown) => {
    await rm(file, { force: true });
    throw error;
  });
  await recordAudit(context, {
    act: `${entity.name}.exported`,
    subject: entity.name,
    details: { ...input, format, rows },
    isForPlatform: true,
  });
  const day = context.now.toISOString().slice(0, 10);
  return { name: `${entity.many} ${day}.${format}`, type: types[format], path: file, isTemporary: true };
}

/** One row on each line, as JSON. */
async function* writeLines(pages: AsyncGenerator<ExportRow[], void>): AsyncGenerator<string, void> {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function toHeader(context: Context, entity: Entity, { search, filter = [] }: Narrowing) {
  return {
    title: entity.many,
    tenant: context.config.productName,
    period: "as of now",
    timeZone: readFormats(context).timeZone,
    dateFormat: readFormats(context).dateFormat,
    filters: [
      ...(search ? [{ label: "Search", value: search }] : []),
      ...filter.map((value) => ({ label: "Filter", value })),
    ],
    asOf: context.now.toISOString(),
    generatedAt: context.now.toISOString(),
    by: context.actor.kind === "user" ? context.actor.uid : context.actor.kind,
    link: publicAddress(context.config),
  };
}

/** A row that is named is there twice: by its id, which can be read in again, and by its title. */
function exportColumns([id, { label, type, refersTo }]: [string, FieldSpec]): ExportColumn[] {
  const format = type === "instant" || type === "day" || type === "count" || type === "flag" ? type : "text";
  const title = { id: titleField(id), label: `${label} ${refersTo?.by ?? ""}`, format: "text" } satisfies ExportColumn;
  return [{ id, label, format }, ...(refersTo ? [title] : [])];
}

function toCells(row: EntityRow, columns: readonly ExportColumn[]): ExportRow {
  return Object.fromEntries(columns.map(({ id }) => [id, toCell(row[id] ?? null)]));
}

function toCell(value: EntityValue): string | number | boolean | null {
  if (Array.isArray(value)) return value.map(toCellPart).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

function toCellPart(part: string | AuditChange): string {
  return typeof part === "string" ? part : `${part.label}: ${part.before ?? "–"} → ${part.after ?? "–"}`;
}
