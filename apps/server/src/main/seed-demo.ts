import { seedDocuments } from "../modules/assistant/index.ts";
import { insertTenant, insertUser } from "../modules/directory/index.ts";
import { openDemoClient } from "../modules/embed/index.ts";
import { type Identity, seedAccount } from "../modules/identity/index.ts";
import { createCallContext, type Platform, platformTenant, systemCaller, systemWork } from "../platform/context.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { demoTenants } from "./demo/demo-batches.ts";
import { demoDocuments } from "./demo/demo-documents.ts";
import { demoPassword, demoPeople } from "./demo/demo-people.ts";
import { beginFill } from "./demo/fill-demo.ts";
import { unlockDemo } from "./lock-demo.ts";

const tenants = [
  { id: "demo-tookan", name: "Tookan demo", aiq_type: "Tookan" },
  { id: "demo-warehouse", name: "Warehouse demo", aiq_type: "Warehouse" },
  { id: "demo-genesis", name: "Genesis demo", aiq_type: "Genesis" },
  { id: "demo-docman", name: "Docman demo", aiq_type: "Docman" },
  { id: "demo-other", name: "Other demo", aiq_type: "Other" },
  { id: "demo-acme", name: "Acme", aiq_type: "Tookan" },
];

const demoCalendar = { time_zone: "Asia/Bahrain", currency: "USD" };

/** A client of the demo whose report opens at its bare address. */
export const demoClient = { tookanId: "1001", tenantId: "demo-acme", key: "Bluebird Cafe", name: "Bluebird Cafe" };

/** Makes the demo tenants and sign-ins that are missing, and gives the line that tells of them. */
export async function seedDemo(identity: Identity, platform: Platform, log: Logger): Promise<string> {
  const context = createCallContext(platform, systemCaller("seed", platformTenant), { requestId: "seed", log });
  await platform.database.inTenant(platformTenant, async (db) => {
    for (const tenant of tenants) await insertTenant({ ...context, db }, { ...tenant, ...demoCalendar });
    for (const { email, name, role, tenantId } of demoPeople) {
      const uid = await seedAccount(identity, { ...context, db }, { email, password: demoPassword, name });
      await insertUser({ ...context, db }, { uid, email, role, tenant_id: tenantId, name });
    }
    await unlockDemo(identity, { ...context, db });
  });
  if (platform.config.hasDemoData) {
    await platform.database.inTenant(platformTenant, (db) => openDemoClient({ ...context, db }, demoClient));
    const inTenant = systemWork(platform, "seed", log);
    for (const tenantId of demoTenants) await inTenant(tenantId, beginFill);
    await inTenant(platformTenant, (scope) => seedDocuments(scope, demoDocuments));
  }
  return `Sign in as ${demoPeople.map(({ email }) => email).join(", ")} with the password ${demoPassword}.`;
}
