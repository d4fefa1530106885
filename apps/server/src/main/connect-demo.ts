import { randomBytes } from "node:crypto";
import { type Context, type Platform, systemWork } from "../platform/context.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { demoBatches } from "./demo/demo-batches.ts";
import { pointConnection } from "./demo/demo-connections.ts";
import { liveFeeds } from "./demo/demo-feeds.ts";
import type { DemoRecord } from "./demo/demo-record.ts";
import { readFirstDay } from "./demo/fill-note.ts";
import { dayNumber, dayText, toDayNumber } from "./demo/local-day.ts";
import { providerAccount, providerSeed } from "./demo/provider-account.ts";
import { listedSale } from "./demo/sale-list.ts";
import { type StockDatabase, startStockDatabase } from "./demo-stand-ins/start-stock-database.ts";
import { type ListedDays, startTillList } from "./demo-stand-ins/start-till-list.ts";
import { startTookanStandIn } from "./tookan-stand-in/start-tookan-stand-in.ts";

const everyMinutes = 5;

/** The systems that the demo's connections read: servers that stand in for real ones, since those cannot be had here. */
export type DemoSources = {
  /** Where they are; only there may a connection of the demo reach into our own network. */
  hosts: string[];
  /** Points the connections at them, and has the delivery provider send its webhooks to `address`. */
  connect(address: string): Promise<void>;
  close(): Promise<void>;
};

/** Starts them, so that every kind of connection of the demo has something to read. */
export async function startDemoSources(
  platform: Platform,
  { databaseUrl, log }: { databaseUrl: string; log: Logger },
): Promise<DemoSources> {
  const { clock, config } = platform;
  const inTenant = systemWork(platform, "seed", log);
  const { provider, tills, stock } = liveFeeds;
  const lastDays = (days: number) => (): ListedDays => {
    const today = toDayNumber(clock().getTime());
    return { from: dayText(today - days + 1), to: dayText(today) };
  };
  const listRecords = async (tenantId: string, fact: string, { from, to }: ListedDays): Promise<DemoRecord[]> => {
    const first = await inTenant(tenantId, readFirstDay);
    const records: DemoRecord[] = [];
    for (let day = dayNumber(from); day <= dayNumber(to); day++) {
      const batches = demoBatches(tenantId, dayText(day), { first, now: clock() });
      for (const batch of batches) if (batch.fact === fact) records.push(...batch.records);
    }
    return records;
  };

  const [apiKey = "", hookSecret = "", tillKey = ""] = [16, 16, 16].map((bytes) =>
    randomBytes(bytes).toString("base64url"),
  );
  const account = await startTookanStandIn({ accounts: [{ ...providerAccount, apiKey }], clock, seed: providerSeed });
  const list = await startTillList({
    key: tillKey,
    usualDays: lastDays(tills.liveDays),
    listSales: async (days) => (await listRecords("demo-genesis", "sale_lines", days)).map(listedSale),
  });
  const findStockDatabase = (): Promise<StockDatabase | null> =>
    startStockDatabase({
      url: databaseUrl,
      days: lastDays(stock.liveDays),
      listMovements: (days) => listRecords("demo-warehouse", "stock_movements", days),
      log,
    }).catch((error) => {
      // A database of one's own may not let its user make roles.
      log.warn({ err: error }, "The demo runs without its stock database");
      return null;
    });
  // On a server of one's own nothing is made beside the product's tables.
  const stockDatabase = config.databaseUrl ? null : await findStockDatabase();

  const connectStock = (context: Context, { access, password }: StockDatabase) =>
    pointConnection(context, stock, { settings: access, secret: password, intervalMinutes: everyMinutes });
  return {
    hosts: [
      new URL(account.url).host,
      new URL(list.url).host,
      ...(stockDatabase ? [`${stockDatabase.access.host}:${stockDatabase.access.port}`] : []),
    ],
    async connect(address) {
      const connection = await inTenant("demo-tookan", (context) =>
        pointConnection(context, provider, {
          settings: { baseUrl: account.url },
          secret: apiKey,
          hookSecret,
          intervalMinutes: everyMinutes,
        }),
      );
      await inTenant("demo-genesis", (context) =>
        pointConnection(context, tills, {
          settings: { url: list.url },
          secret: tillKey,
          intervalMinutes: everyMinutes,
        }),
      );
      if (stockDatabase) await inTenant("demo-warehouse", (context) => connectStock(context, stockDatabase));
      const { hookPath = null } = connection ?? {};
      if (hookPath) account.control.follow(apiKey, { url: `${address}${hookPath}`, secret: hookSecret });
    },
    async close() {
      await stockDatabase?.close();
      await list.close();
      await account.close();
    },
  };
}
