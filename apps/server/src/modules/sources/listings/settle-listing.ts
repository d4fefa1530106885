import { type FactTable, loadTables } from "../../metrics/index.ts";
import { tablesForSource } from "../mapping/target-tables.ts";
import type { RunScope, RunStep } from "../sources.ts";
import { compareDays } from "./compare-days.ts";
import { countKeys } from "./listed-store.ts";
import { isWhole, type Listing, measureShrink, nothing, ShrunkList } from "./listing.ts";
import { countRows, countVanished, selectVanished } from "./listing-store.ts";

const rowsAtOnce = 1000;

/** Once everything is read: removes what a whole list no longer shows, piece by piece, and compares the days. */
export async function* settleListing(scope: RunScope, listing: Listing): AsyncGenerator<RunStep, void> {
  const table = await findTable(scope, listing);
  if (!table) return;
  const { connection, run } = scope;
  const hasAll = isWhole(connection, run);
  const compare: RunStep = {
    ...nothing,
    cursor: { listing },
    note: "Comparing days with the source",
    store: (context) =>
      compareDays(context, { table, connection: connection.id, run: hasAll ? null : run.id, listing }),
  };
  if (!hasAll) return yield compare;
  if (listing.unknown > 0) {
    return yield { ...compare, note: "Nothing was removed: rows that could not be read have no key of their own." };
  }
  const problem = await findShrink(scope, table, listing);
  if (problem) {
    yield compare;
    throw new ShrunkList(problem);
  }
  const removed = yield* removeVanished(scope, table, listing);
  yield { ...compare, cursor: { listing: removed } };
}

/** The table that was read; where no row came and none is chosen, the one that holds rows of the connection. */
async function findTable({ connection, input, inTenant }: RunScope, { fact }: Listing): Promise<FactTable | null> {
  const table = loadTables.find(({ table }) => table === (fact ?? input.mapping.fact));
  if (table) return table;
  const own = tablesForSource(connection.source).flatMap(
    (one) => loadTables.find(({ table }) => table === one.fact) ?? [],
  );
  return inTenant(async (context) => {
    for (const table of own) {
      if ((await countRows(context, { table, connection: connection.id })) > 0) return table;
    }
    return null;
  });
}

/** What has begun to be removed was allowed before. */
async function findShrink({ connection, run, inTenant }: RunScope, table: FactTable, listing: Listing) {
  if (run.task.allowsShrink || listing.removedTo !== undefined) return null;
  const ours = { table, connection: connection.id };
  return inTenant(async (context) =>
    measureShrink({
      listed: await countKeys(context, run.id),
      before: listing.fact === null ? await countRows(context, ours) : listing.before,
      vanished: await countVanished(context, run.id, ours),
    }),
  );
}

async function* removeVanished(
  { connection, run, inTenant }: RunScope,
  table: FactTable,
  initialListing: Listing,
): AsyncGenerator<RunStep, Listing> {
  let listing = initialListing;
  for (;;) {
    const after = listing.removedTo ?? "";
    const page = { table, connection: connection.id, after, limit: rowsAtOnce };
    const keys = await inTenant((context) => selectVanished(context, run.id, page));
    const last = keys.at(-1);
    if (last === undefined) return listing;
    listing = { ...listing, removedTo: last };
    yield {
      ...nothing,
      cursor: { listing },
      note: "Removing rows that are gone",
      facts: [{ fact: table.table, records: [], rows: [], deletions: keys }],
    };
  }
}
