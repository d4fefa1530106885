import { plainStyle, withChoice } from "../../../connectors/cells/column-profile.ts";
import { WordRowCounter } from "../../../connectors/cells/word-rows.ts";
import { type Connector, type RawBatch, SourceProblem } from "../../../connectors/connector.ts";
import { completeReader } from "../mapping/complete-reader.ts";
import { type MappedSourceRow, mapRows, rowReader, toPiece } from "../mapping/map-batch.ts";
import type { RowReader } from "../mapping/map-row.ts";
import { requireDecimals, requireOrder, requireReturns } from "../mapping/require-written.ts";
import { requireTable } from "../mapping/target-tables.ts";
import type { Reader, RunScope, RunStep } from "../sources.ts";
import { listKeys } from "./listed-store.ts";
import { type Listing, newListing, nothing } from "./listing.ts";
import { noteRows } from "./note-rows.ts";
import { ownDay } from "./own-day.ts";
import { dayColumns } from "./requested-days.ts";
import { settleListing } from "./settle-listing.ts";

type Extra = Pick<Reader, "carriesOn">;

/** How a connector's rows are read: each piece is mapped before it is taken in, and what read everything is settled. */
export function mappedReader(connector: Connector, extra: Extra = {}): Reader {
  return {
    ...extra,
    test: (input) => connector.test(input),
    listFacts: ({ mapping }) => (typeof mapping.fact === "string" ? [mapping.fact] : []),
    async *read(scope) {
      const listing = openListing(scope, extra);
      if (!listing) return yield* readPart(connector, scope, extra);
      yield* settleListing(scope, listing.isRead ? listing : yield* readListing(connector, scope, extra, listing));
    },
  };
}

/** Where a reading of everything stands; null for one of a part: the rows since the last one, or a range of days. */
function openListing({ run, input }: RunScope, { carriesOn }: Extra): Listing | null {
  if (run.cursor) return (run.cursor as { listing?: Listing }).listing ?? null;
  return run.task.range || (carriesOn && !run.task.isFull) ? null : newListing(input.timeZone, input.now);
}

async function* readPart(connector: Connector, scope: RunScope, { carriesOn }: Extra): AsyncGenerator<RunStep, void> {
  const { range } = scope.run.task;
  for await (const { mapped, reader, ...batch } of mappedPieces(connector, scope)) {
    const table = requireTable(scope.connection.source, reader.mapping.fact);
    const isAsked = (row: MappedSourceRow) => {
      const day = range ? ownDay(table, row, reader.timeZone) : null;
      return !range || day === null || (day >= range.from && day <= range.to);
    };
    yield {
      ...batch,
      ...toPiece(mapped.filter(isAsked), reader.mapping),
      ...(carriesOn && !range && { resumeAt: batch.cursor }),
    };
  }
}

/** Reads everything and notes the keys that pass, in the transaction of their rows. */
async function* readListing(
  connector: Connector,
  scope: RunScope,
  { carriesOn }: Extra,
  initialListing: Listing,
): AsyncGenerator<RunStep, Listing> {
  const { run } = scope;
  let listing = initialListing;
  let { listing: _, ...place }: Record<string, unknown> = { ...run.cursor };
  for await (const { mapped, reader, ...batch } of mappedPieces(connector, scope)) {
    const noteResult = await noteRows(scope, listing, mapped, reader);
    listing = noteResult.listing;
    place = { ...batch.cursor };
    yield {
      ...batch,
      ...toPiece(mapped, reader.mapping),
      cursor: { ...place, listing },
      store: (context) => listKeys(context, { run: run.id, fact: reader.mapping.fact, keys: noteResult.keys }),
    };
  }
  listing = { ...listing, isRead: true };
  yield {
    ...nothing,
    cursor: { listing },
    note: "Looking for removed rows",
    // Until here the next run would have gone on where the last one ended.
    ...(carriesOn && { resumeAt: Object.keys(place).length > 0 ? place : null }),
  };
  return listing;
}

type MappedPiece = Omit<RawBatch, "rows" | "texts"> & { mapped: MappedSourceRow[]; reader: RowReader } & Pick<
    RunStep,
    "columnStyles"
  >;

async function* mappedPieces(
  connector: Connector,
  { connection, run, input, inTenant }: RunScope,
): AsyncGenerator<MappedPiece, void> {
  let reader: RowReader | null = null;
  const words = new WordRowCounter();
  const { range } = run.task;
  const rangeInput = range ? { ...input, range: { ...range, columns: dayColumns(input) } } : input;
  for await (const { rows: given, texts, ...batch } of connector.read(rangeInput)) {
    // A query tells of whole columns whether they are texts, a list of each value.
    const rows = given.map((row) => (row.texts ? row : { ...row, texts }));
    const isFirst: boolean = reader === null && rows.length > 0;
    if (!reader) {
      const { source } = connection;
      const first = rowReader(source, input.mapping, rows, input);
      reader = await inTenant((context) => completeReader(context, source, first, run.started_at ?? run.asked_at));
    }
    if (rows.length > 0) requireFields(reader);
    requireReturns(rows, reader.mapping, words);
    const order = isFirst ? requireOrder(rows, reader.mapping, reader.fields) : {};
    const columnStyles = {
      ...order,
      ...requireDecimals({ rows, texts }, reader.mapping, reader.fields, reader.currency),
    };
    reader = withStyles(reader, columnStyles);
    yield {
      ...batch,
      mapped: mapRows(rows, reader),
      reader,
      ...(Object.keys(columnStyles).length > 0 && { columnStyles }),
    };
  }
}

/** The same reader, which reads columns from now on as was found out. */
function withStyles(reader: RowReader, found: NonNullable<RunStep["columnStyles"]>): RowReader {
  if (Object.keys(found).length === 0) return reader;
  const styles = new Map(reader.styles);
  for (const [name, style] of Object.entries(found)) {
    styles.set(name, withChoice(styles.get(name) ?? plainStyle, style));
  }
  return {
    ...reader,
    styles,
    mapping: { ...reader.mapping, columnStyles: { ...found, ...reader.mapping.columnStyles } },
  };
}

function requireFields({ fields, mapping }: RowReader): void {
  const lacking = fields.filter(({ name, isRequired }) => isRequired && !mapping.fields[name]);
  if (lacking.length === 0) return;
  const names = lacking.map(({ label }) => label).join(", ");
  throw new SourceProblem("config", `The mapping lacks required fields: ${names}. Complete it.`);
}
