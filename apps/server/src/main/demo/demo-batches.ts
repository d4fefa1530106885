import { deliveryTasks } from "./delivery-tasks.ts";
import type { DemoRecord } from "./demo-record.ts";
import { makeDocuments } from "./documents.ts";
import { ledgerPostings } from "./ledger-postings.ts";
import { linkOrders } from "./linked-orders.ts";
import { dayNumber, dayText, localDay, toDayNumber } from "./local-day.ts";
import { orderLines } from "./order-lines.ts";
import { acme } from "./profiles/acme.ts";
import { genesis, tookan, warehouse } from "./profiles/goods-tenants.ts";
import { docman, other } from "./profiles/paper-tenants.ts";
import type { Branch, DemoProfile } from "./profiles/profile.ts";
import { providerTasks } from "./provider-tasks.ts";
import { branches, saleLines, salesTargets } from "./sale-lines.ts";
import { stockItems, stockMovements } from "./stock-movements.ts";

/** Records of one fact table, as ingestion takes them. */
export type DemoBatch = { fact: string; records: DemoRecord[] };

const profiles: readonly DemoProfile[] = [tookan, warehouse, genesis, docman, other, acme];

/** The tenants that have demo facts. */
export const demoTenants: readonly string[] = profiles.map(({ tenantId }) => tenantId);

function findProfile(tenantId: string): DemoProfile {
  const profile = profiles.find((each) => each.tenantId === tenantId);
  if (profile === undefined) throw new Error(`${tenantId} is not a demo tenant.`);
  return profile;
}

/** The profile of a tenant whose facts begin on a day. */
function profileFrom(tenantId: string, first: string): DemoProfile {
  const key = `${tenantId} ${first}`;
  const { sales, ...profile } = findProfile(tenantId);
  const opened = ({ opensAfterDays, ...branch }: Branch): Branch =>
    opensAfterDays === undefined ? branch : { ...branch, opened: dayText(dayNumber(first) + opensAfterDays) };
  const profileWithStart = startedProfiles.get(key) ?? {
    ...profile,
    first,
    ...(sales && { sales: { ...sales, branches: sales.branches.map(opened) } }),
  };
  startedProfiles.set(key, profileWithStart);
  return profileWithStart;
}

const startedProfiles = new Map<string, DemoProfile>();

/** The first and the last local day on which a tenant has facts that are made now. */
export function demoDays(tenantId: string, now: Date): { first: string; last: string } {
  const today = toDayNumber(now.getTime());
  return { first: findProfile(tenantId).first ?? dayText(today - historyDays), last: dayText(today) };
}

/** A month, the same month of the year before, and some days for months that are longer. */
const historyDays = 400;

/** The tables that a tenant has facts in. */
export function demoFacts(tenantId: string): string[] {
  const { deliveries, stock, sales, documents, ledger } = findProfile(tenantId);
  return [
    ...(deliveries ? ["delivery_tasks"] : []),
    ...(stock ? ["stock_movements", "order_lines", "stock_items"] : []),
    ...(sales ? ["sale_lines", "sales_targets", "branches"] : []),
    ...(documents ? ["documents", "approval_steps"] : []),
    ...(ledger ? ["ledger_postings"] : []),
  ];
}

/** What belongs to a local day of a tenant whose facts begin on `first`, as it stands at `now`. */
export function demoBatches(tenantId: string, day: string, { first, now }: { first: string; now: Date }): DemoBatch[] {
  const profile = profileFrom(tenantId, first);
  const { deliveries, hasProvider, stock, sales, documents, ledger } = profile;
  const local = localDay(tenantId, day, first, now);
  if (local.number < local.first || local.startMs > local.nowMs) return [];
  const batches: DemoBatch[] = [];
  const add = (fact: string, records: DemoRecord[]) => {
    if (records.length > 0) batches.push({ fact, records });
  };
  if (deliveries) add("delivery_tasks", hasProvider ? providerTasks(local) : deliveryTasks(deliveries, local));
  if (stock) {
    add("stock_movements", stockMovements(stock, local));
    add("order_lines", orderLines(stock, local));
  }
  if (sales) {
    add("sale_lines", saleLines(sales, local));
    add("sales_targets", salesTargets(sales, local));
  }
  if (documents) {
    const papers = makeDocuments(documents, local);
    add("documents", papers.documents);
    add("approval_steps", papers.steps);
  }
  if (ledger) add("ledger_postings", ledgerPostings(ledger, local));
  linkOrders(profile, local, batches);
  return batches;
}

/** What belongs to no day: the items of the warehouses and the branches. */
export function demoMasters(tenantId: string, { first, now }: { first: string; now: Date }): DemoBatch[] {
  const { stock, sales } = profileFrom(tenantId, first);
  const batches: DemoBatch[] = [];
  if (stock) batches.push({ fact: "stock_items", records: stockItems(stock, dayNumber(first), now.getTime()) });
  if (sales) batches.push({ fact: "branches", records: branches(sales, now.getTime()) });
  return batches;
}
