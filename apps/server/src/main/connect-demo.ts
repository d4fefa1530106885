import { randomBytes } from "node:crypto";
import { connectProvider } from "../modules/delivery/index.ts";
import { type Platform, systemWork } from "../platform/context.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { type StandIn, startTookanStandIn } from "./tookan-stand-in/start-tookan-stand-in.ts";

const tenantId = "demo-tookan";
const account = { userId: 700_100, name: "Bahrain Express", tasksPerDay: 120 };
const seed = 20_261;
const everyMinutes = 5;

/** The delivery provider of the demo: a server that stands in for the real one, since that cannot be had here. */
export type DemoProvider = {
  host: string;
  connect(): Promise<string>;
  follow(address: string): void;
  close(): Promise<void>;
};

/** Starts it, so that the demo's monitor has something to show. */
export async function startDemoProvider(platform: Platform, log: Logger): Promise<DemoProvider> {
  const apiKey = randomBytes(16).toString("base64url");
  const hookSecret = randomBytes(16).toString("base64url");
  const standIn: StandIn = await startTookanStandIn({
    accounts: [{ ...account, apiKey }],
    clock: platform.clock,
    seed,
  });
  const inTenant = systemWork(platform, "seed", log);
  return {
    host: new URL(standIn.url).host,
    /** Points the demo tenant's connection at it, and gives the path of its webhooks. */
    connect: () =>
      inTenant(tenantId, (context) =>
        connectProvider(context, {
          name: account.name,
          baseUrl: standIn.url,
          secret: apiKey,
          hookSecret,
          intervalMinutes: everyMinutes,
        }),
      ),
    follow: (url) => standIn.control.follow(apiKey, { url, secret: hookSecret }),
    close: () => standIn.close(),
  };
}
