import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import {
  type BankMapping,
  type BankPreview,
  bankMapping,
  type importBankFile as contract,
  inPlainWords,
  type RouteOutput,
} from "@console/contracts";
import { formatDate } from "@console/figures/format";
import type { z } from "zod";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { type Context, readFormats } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import type { OpenMeter, ReceivedFile, ReceivedFiles } from "../../../platform/http/endpoint.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { plainName } from "../../sources/index.ts";
import type { AccountRow } from "../accounts/account-store.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { applyBankRules } from "./apply-bank-rules.ts";
import { findSameFile, findTaken, insertImport, insertLines, insertRejects } from "./bank-import-store.ts";
import { presentImports } from "./list-bank-imports.ts";
import { type BankReading, readBankFile } from "./read-bank-file.ts";
import type { BankRow } from "./read-bank-rows.ts";

type Input = z.output<(typeof contract)["input"]>;
type Answer = RouteOutput<typeof contract>;

const megabyte = 1_000_000;
const mostBytes = 20 * megabyte;
const shownRows = 20;
const shownExamples = 3;
const longestExample = 60;

/** Refuses larger files while they arrive. */
export const bankFileMeter: OpenMeter = async () => {
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      if (bytes <= mostBytes) return;
      throw new AppError("too_large", `Files of banks can have up to ${mostBytes / megabyte} MB. Split it.`);
    },
    close() {},
  };
};

/** Takes in a file of a bank or courier, or shows how it would be read. */
export async function importBankFile(
  context: Omit<Context, "db">,
  input: Input,
  [received]: ReceivedFiles,
  { database, fileReading, signal }: { database: Database; fileReading: FileReading; signal: AbortSignal },
): Promise<Answer> {
  const { tenantId } = context;
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
    database.inTenant(tenantId, (db) => work({ ...context, db }));
  const name = plainName(input.name ?? received.name);
  const { account, settings } = await inTenant(async (scope) => ({
    account: await requireAccount(scope, input.account),
    ...(await loadMetricState(scope)),
  }));
  const { worksheet, encoding } = input;
  const reading = await readBankFile(
    fileReading,
    { path: received.path, name, choice: { worksheet, encoding } },
    {
      mapping: input.mapping === undefined ? null : readMapping(input.mapping),
      account,
      base: settings.currency,
      timeZone: settings.timeZone,
      today: dayIn(settings.timeZone, context.now),
      scope: { tenantId, signal },
    },
  );
  const file = { name, hash: await hashContent(received) };
  if (input.isPreview === "1") {
    return { preview: await inTenant((scope) => preview(scope, account, reading, file.hash)), import: null };
  }
  requireAnswers(reading);
  return inTenant((scope) => takeFile(scope, account, reading, file));
}

function readMapping(text: string): BankMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrongField("mapping", "The mapping is not JSON.");
  }
  const parsed = bankMapping.safeParse(value, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [["mapping", ...path].join("."), message]);
  throw new AppError("invalid_input", "The mapping is incorrect.", { fields: Object.fromEntries(problems) });
}

async function hashContent({ path }: ReceivedFile): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64url");
}

/** What would come of the rows of a file: those that are there already are told from new ones. */
async function sortRows(context: Context, account: AccountRow, rows: readonly BankRow[]) {
  const lines = rows.flatMap(({ row, line }) => (line ? [{ row, line }] : []));
  const taken = await findTaken(
    context,
    account.id,
    lines.map(({ line }) => line.fingerprint),
  );
  return {
    written: lines.filter(({ line }) => !taken.has(line.fingerprint)),
    duplicates: lines.filter(({ line }) => taken.has(line.fingerprint)).length,
    rejects: rows.flatMap(({ row, problem, content }) => (problem === null ? [] : [{ row, problem, content }])),
  };
}

async function preview(
  context: Context,
  account: AccountRow,
  { outline, mapping, questions, rows }: BankReading,
  hash: string,
): Promise<BankPreview> {
  const { written, duplicates, rejects } = await sortRows(context, account, rows);
  const takenBefore = await findSameFile(context, { account: account.id, hash });
  const [file] = outline.files;
  const samples = outline.samples.filter(({ problem }) => problem === null);
  return {
    worksheet: outline.form.worksheet,
    worksheets: file?.worksheets.map((one) => one.name) ?? [],
    encoding: outline.form.encoding,
    hasEncodings: file?.hasEncodings ?? false,
    columns: outline.columns.map((column) => ({
      name: column,
      examples: [...new Set(samples.map(({ values }) => (values[column] ?? "").slice(0, longestExample)))]
        .filter((example) => example !== "")
        .slice(0, shownExamples),
    })),
    mapping,
    questions,
    rows: rows.slice(0, shownRows).map(({ row, problem, line }) => ({
      row,
      day: line?.day ?? null,
      amountMinor: line?.amountMinor ?? null,
      currency: line?.currency ?? null,
      text: line?.text ?? null,
      reference: line?.reference ?? null,
      counterparty: line?.counterparty ?? null,
      problem,
    })),
    counts:
      questions.length > 0
        ? null
        : { read: rows.length, written: written.length, duplicate: duplicates, rejected: rejects.length },
    takenBefore: takenBefore?.toISOString() ?? null,
  };
}

/** Refuses a file of which nobody has said how it is read. */
function requireAnswers({ questions, rows }: BankReading): void {
  if (questions.length > 0) {
    const problems = questions.map(({ field, message }) => [`mapping.${field}`, message]);
    throw new AppError("invalid_input", questions[0]?.message ?? "", { fields: Object.fromEntries(problems) });
  }
  if (rows.some(({ line }) => line !== null)) return;
  const [first] = rows;
  const reason = first?.problem ? ` Row ${first.row}: ${first.problem}` : "";
  throw wrongField("file", `No row of the file can be read.${reason}`);
}

async function takeFile(
  context: Context,
  account: AccountRow,
  { mapping, rows }: BankReading,
  { name, hash }: { name: string; hash: string },
): Promise<Answer> {
  await lockBook(context);
  const takenBefore = await findSameFile(context, { account: account.id, hash });
  if (takenBefore) {
    const { timeZone } = (await loadMetricState(context)).settings;
    const day = formatDate(dayIn(timeZone, takenBefore), readFormats(context));
    const message = `This file was taken in on ${day} already.`;
    throw new AppError("conflict", message, { fields: { file: message } });
  }
  const { written, duplicates, rejects } = await sortRows(context, account, rows);
  const own = {
    id: randomUUID(),
    account_id: account.id,
    file_name: name,
    content_hash: hash,
    mapping,
    rows_read: rows.length,
    rows_written: written.length,
    rows_duplicate: duplicates,
    rows_rejected: rejects.length,
    created_at: context.now,
    created_by: context.actor.kind === "user" ? context.actor.uid : null,
  };
  await insertImport(context, own);
  const lines = written.map((row) => ({ ...row, id: randomUUID() }));
  await insertLines(context, own, lines);
  await insertRejects(context, own.id, rejects);
  await recordAudit(context, {
    act: "ledger.file_taken",
    subject: own.id,
    details: { file: name, account: account.code, rows: written.length },
  });
  const rowsPosted = await applyBankRules(context, account.id, lines);
  const [presented] = await presentImports(context, [own]);
  return { preview: null, import: presented ? { ...presented, rowsPosted } : null };
}
