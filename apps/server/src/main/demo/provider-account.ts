import type { TookanMapping } from "@console/contracts";
import { tookan } from "./profiles/goods-tenants.ts";

/** The account at the delivery provider that the demo's deliveries come from. */
export const providerAccount = { userId: 700_100, name: "Bahrain Express", tasksPerDay: 100 };

/** What the days of the account are made of. */
export const providerSeed = 20_261;

const { depots = [], zones = [], failureReasons = [] } = tookan.deliveries ?? {};
const sameNames = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

/** What the account's own fields, teams, tags and reasons mean. */
export const providerMapping: TookanMapping = {
  codDue: "COD_Amount",
  codCollected: "COD_Collected",
  cost: "Delivery_Cost",
  serviceLevel: "Service_Level",
  depots: sameNames([...depots, ...zones]),
  reasons: sameNames(failureReasons),
};
