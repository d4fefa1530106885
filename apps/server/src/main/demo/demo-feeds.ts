import type { ConnectionKind, SourceName } from "@console/contracts";
import { providerAccount, providerMapping } from "./provider-account.ts";
import { saleMapping } from "./sale-list.ts";
import { movementMapping, movementQuery } from "./stock-table.ts";

/** The connection that facts of the demo come through. */
export type DemoFeed = {
  source: SourceName;
  kind: ConnectionKind;
  name: string;
  settings: Record<string, unknown>;
  mapping: Record<string, unknown>;
  /** So many days, today included, are read by the connection's own runs or come as files; what is older is its history. */
  liveDays: number;
};

const sources: Readonly<Record<string, SourceName>> = {
  delivery_tasks: "tookan",
  stock_movements: "warehouse",
  stock_items: "warehouse",
  order_lines: "warehouse",
  sale_lines: "genesis",
  branches: "genesis",
  sales_targets: "genesis",
  ledger_postings: "genesis",
  documents: "docman",
  approval_steps: "docman",
};

/** Where nothing listens: what reads there is told its real address by the start that serves it. */
const nowhere = "127.0.0.1";

const provider: DemoFeed = {
  source: "tookan",
  kind: "tookan",
  name: providerAccount.name,
  settings: { baseUrl: `http://${nowhere}:1/v2`, requestsPerSecond: 20 },
  mapping: providerMapping,
  // The provider's list goes no further back.
  liveDays: 31,
};

const tills: DemoFeed = {
  source: "genesis",
  kind: "rest",
  name: "Tills",
  settings: {
    url: `http://${nowhere}:1/sales`,
    paging: "page",
    pageSize: 500,
    rows: "/sales",
    fromParameter: "from",
    toParameter: "to",
  },
  mapping: saleMapping,
  liveDays: 14,
};

const stock: DemoFeed = {
  source: "warehouse",
  kind: "sql",
  name: "Stock database",
  settings: {
    host: nowhere,
    port: 1,
    database: "stock",
    user: "reader",
    tls: false,
    query: movementQuery,
    cursorColumn: "number",
  },
  mapping: movementMapping,
  liveDays: 14,
};

const live: Readonly<Record<string, Readonly<Record<string, DemoFeed>>>> = {
  "demo-tookan": { delivery_tasks: provider },
  "demo-genesis": { sale_lines: tills },
  "demo-warehouse": { stock_movements: stock },
};

/** What a bookkeeping exports: the last weeks of a ledger come as files, as anyone's do. */
const filedDays: Readonly<Record<string, number>> = { ledger_postings: 31 };

/** The connection that a table of a demo tenant comes through: files, where no other system has its rows. */
export function feedFor(tenantId: string, fact: string): DemoFeed {
  const feed = live[tenantId]?.[fact];
  if (feed) return feed;
  const source = sources[fact];
  if (source === undefined) throw new Error(`The demo does not know where ${fact} comes from.`);
  return { source, kind: "file", name: "Files", settings: {}, mapping: {}, liveDays: filedDays[fact] ?? 0 };
}

/** The connections of the demo that read another system. */
export const liveFeeds = { provider, tills, stock };
