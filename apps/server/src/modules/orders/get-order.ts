import { type getOrder as contract, mostOrderRows, type OrderPart, type RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { listOrderEntries } from "../ledger/index.ts";
import {
  bookSource,
  domainForFact,
  loadMetricState,
  metricRegistry,
  openDelivery,
  orderPartTables,
  readOrderRows,
} from "../metrics/index.ts";
import { listOpenDomains } from "../reports/index.ts";

type Output = RouteOutput<typeof contract>;

/** Deliveries that are told with their history. */
const mostOpened = 10;

/** All that is known of one order, as far as the caller may see it. */
export async function getOrder(
  context: SnapshotContext,
  { reference }: z.output<(typeof contract)["input"]>,
): Promise<Output> {
  const state = await loadMetricState(context);
  const domains = await listOpenDomains(context);
  const parts: OrderPart[] = [];
  const spellings: string[] = [];
  for (const { name, table } of orderPartTables) {
    const domain = domainForFact(table, metricRegistry);
    if (domain === null || !domains.has(domain)) {
      parts.push(closedPart(name));
      continue;
    }
    const request = { table, reference, exceptSource: bookSource, limit: mostOrderRows };
    const { reference: spelling, ...found } = await readOrderRows(context, request, state);
    if (spelling !== null) spellings.push(spelling);
    // Postings of sources are entries; only what the book could not take is told beside them.
    if (name !== "postings" || found.total > 0) parts.push({ name, isOpen: true, ...found });
  }
  const mayReadBook = context.permissions.has("ledger.read");
  const { items: entries, total } = mayReadBook
    ? await listOrderEntries(context, { reference, limit: mostOrderRows })
    : { items: [], total: 0 };
  parts.push({ ...closedPart("entries"), isOpen: mayReadBook, total });
  if (parts.every((part) => part.total === 0)) {
    throw new AppError("not_found", `There is no order ${reference} in what you have access to.`);
  }
  const deliveries: Output["deliveries"] = [];
  for (const { key } of (parts[0]?.rows ?? []).slice(0, mostOpened)) {
    deliveries.push(await openDelivery(context, key, state));
  }
  const { currency, timeZone } = state.settings;
  const written = spellings[0] ?? entries[0]?.reference ?? reference;
  return { reference: written, parts, deliveries, entries, currency, timeZone };
}

function closedPart(name: OrderPart["name"]): OrderPart {
  return { name, isOpen: false, total: 0, columns: [], rows: [] };
}
