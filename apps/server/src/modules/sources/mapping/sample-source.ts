import type { sampleSource as contract, RouteOutput, SourceProblemText } from "@console/contracts";
import type { z } from "zod";
import { type Connector, type RawBatch, type SourceInput, SourceProblem } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { OutboundFailure } from "../../../platform/outbound/outbound-failure.ts";
import { findTenant } from "../../directory/index.ts";
import { listMemberNames, loadMetricState, selectOwnFields } from "../../metrics/index.ts";
import { requireComputed } from "../computed/compile-mapping.ts";
import { keepSecret } from "../connections/keep-secret.ts";
import { readSettings, requireConnection } from "../connections/manage-connections.ts";
import { sourceInput } from "../connections/source-input.ts";
import type { Sources } from "../sources.ts";
import { completeReader } from "./complete-reader.ts";
import { describeColumns } from "./describe-columns.ts";
import { judgeRow } from "./judge-row.ts";
import { listLeftTimes } from "./left-times.ts";
import { rowReader } from "./map-batch.ts";
import { computeRow, type RowReader } from "./map-row.ts";
import { profileComputed, profileSamples } from "./profile-samples.ts";
import { listReturnQuestions } from "./return-questions.ts";
import { listReturnedAmounts } from "./returned-amounts.ts";
import { describeSigns } from "./signs.ts";
import { completeMapping, type Evidence, type Suggestion, suggestColumns } from "./suggest-mapping.ts";
import { listDimensions, listFields, listOwnTargets, requireTable, tablesForSource } from "./target-tables.ts";
import { writeNumbers } from "./write-numbers.ts";

type Input = z.output<(typeof contract)["input"]>;
type Outcome = RouteOutput<typeof contract>;

type SampleBatch = Pick<RawBatch, "rows" | "texts">;

/** Browsers wait for half a minute: the reason is told before they give up. */
const patienceMs = 25_000;
const shownRows = 20;
/** Rows that the styles of days are found out from. */
const sampleRows = 200;
const longestValue = 200;

/**
 * The first piece of a source as it would be stored, with settings that need not be saved. Nothing is written, and no
 * transaction is open while the source is waited for.
 */
export async function sampleSource(
  context: Omit<Context, "db">,
  request: Input,
  { sources, database, signal: callerSignal }: { sources: Sources; database: Database; signal: AbortSignal },
): Promise<Outcome> {
  const { source, kind, mapping } = request;
  if (mapping?.fact) requireTable(source, mapping.fact);
  requireComputed(mapping ?? {});
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(patienceMs)]);
  const { input, currency, ownFields, names } = await database.inTenant(context.tenantId, async (db) => ({
    input: await readInput({ ...context, db }, request, { sources, signal }),
    currency: (await loadMetricState({ ...context, db })).settings.currency,
    ownFields: await selectOwnFields({ ...context, db }),
    names: await listMemberNames({ ...context, db }, listDimensions(source)),
  }));
  const startedAt = performance.now();
  const release = await sources.fileReading.slots.take(context.tenantId, signal);
  const read = await firstPiece(sources.connectors[kind], input)
    .catch((error: unknown) => ({ problem: describeProblem(error, context, signal) }))
    .finally(release);
  const milliseconds = Math.round(performance.now() - startedAt);
  if ("problem" in read) return { sample: null, problem: read.problem, milliseconds };
  const prepared = prepareSample(request, read, { input, names, ownFields });
  const reader = await database.inTenant(context.tenantId, (db) =>
    completeReader({ ...context, db }, source, prepared.reader, context.now),
  );
  const sample = toSample(request, read.rows, { ...prepared, reader });
  return { sample: { ...sample, currency }, problem: null, milliseconds };
}

async function readInput(
  context: Context,
  { kind, settings: settingsInput, secret, connection: id }: Input,
  { sources, signal }: { sources: Sources; signal: AbortSignal },
): Promise<SourceInput> {
  if (!(await findTenant(context, context.tenantId))) throw new AppError("not_found", "There is no such tenant.");
  const storedConnection = id === undefined ? null : await requireConnection(context, id);
  if (storedConnection && storedConnection.kind !== kind) {
    const message = "The connection is of another type.";
    throw new AppError("invalid_input", message, { fields: { kind: message } });
  }
  const settings = await readSettings(kind, settingsInput);
  if (storedConnection) keepSecret(storedConnection, settings, secret);
  const connection = {
    settings,
    mapping: {},
    secret: secret === undefined ? (storedConnection?.secret ?? null) : null,
  };
  return sourceInput(context, sources, connection, { signal, ...(secret !== undefined && { secret }) });
}

/** A source that does not even stop when it is told to is not waited for. */
async function firstPiece(connector: Connector, input: SourceInput): Promise<SampleBatch> {
  const { signal } = input;
  return Promise.race([
    readOnce(connector, input),
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
  ]);
}

async function readOnce(connector: Connector, input: SourceInput): Promise<SampleBatch> {
  for await (const batch of connector.read(input)) return batch;
  return { rows: [], texts: [] };
}

function describeProblem(error: unknown, { log }: Pick<Context, "log">, signal: AbortSignal): SourceProblemText {
  if (signal.aborted) {
    return { kind: "passing", message: `The source did not answer within ${patienceMs / 1000} seconds.` };
  }
  if (error instanceof SourceProblem) {
    return { kind: error.kind === "passing" ? "passing" : "config", message: error.message };
  }
  if (error instanceof OutboundFailure) return { kind: error.isPassing ? "passing" : "config", message: error.message };
  log.error({ err: error }, "Unexpected error while reading a sample");
  return { kind: "passing", message: "Reading stopped at an unexpected error. See the log for details." };
}

type Prepared = { columns: string[]; evidence: Evidence; reader: RowReader } & Pick<Suggestion, "reasons" | "computed">;

/** What the rows of a sample are read with. */
function prepareSample(
  { source, kind, mapping: mappingInput }: Input,
  { rows, texts }: SampleBatch,
  { input, ...known }: { input: SourceInput } & Omit<Evidence, "profiles">,
): Prepared {
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const evidence = { profiles: profileSamples(columns, rows, texts), ...known };
  const { mapping, reasons, computed } = completeMapping(source, mappingInput, columns, evidence);
  // Every row of a query has the same columns; objects of a list need not.
  requireComputed(mapping, { names: columns, hasMore: kind === "rest" || rows.length === 0 });
  return { columns, evidence, reasons, computed, reader: rowReader(source, mapping, rows.slice(0, sampleRows), input) };
}

function toSample(
  { source }: Input,
  rows: RawBatch["rows"],
  { columns, evidence, reasons, computed, reader }: Prepared,
): Omit<NonNullable<Outcome["sample"]>, "currency"> {
  const { mapping } = reader;
  const written = writeNumbers(rows, reader);
  const computedRows = written.map((row) => ({ place: row.place, ...computeRow(row, reader) }));
  const profiles = [...evidence.profiles, ...profileComputed(reader.computed, computedRows)];
  return {
    columns: describeColumns(profiles, computedRows),
    signs: describeSigns(mapping, profiles),
    returns: [
      ...listReturnQuestions(mapping, evidence.profiles),
      ...listReturnedAmounts(mapping, evidence.profiles),
      ...listLeftTimes(mapping, reader.fields, evidence.profiles),
    ],
    tables: tablesForSource(source).map(({ fact, label }) => ({
      fact,
      label,
      fields: [...listFields(requireTable(source, fact)), ...listOwnTargets(fact, evidence.ownFields)],
      suggested: suggestColumns(source, columns, evidence, fact).mapping.fields,
    })),
    mapping,
    reasons,
    computed,
    rows: written.slice(0, shownRows).map((row, place) => ({
      line: place + 1,
      values: shownValues(computeRow(row, reader).values),
      ...judgeRow(row, reader),
    })),
    read: rows.length,
  };
}

/** A page shows the beginning of what is long. */
function shownValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, longestValue)]));
}
