import { insertTenant, insertUser } from "../modules/directory/index.ts";
import { openDemoClient } from "../modules/embed/index.ts";
import { type Identity, seedAccount } from "../modules/identity/index.ts";
import { contextOf, type Platform, platformTenant, systemCaller, systemWork } from "../platform/context.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { demoTenants } from "./demo/demo-batches.ts";
import { promiseFill } from "./demo/fill-demo.ts";

const demoPassword = "demo-password-1";

const tenants = [
  { id: "demo-tookan", name: "Tookan demo", aiq_type: "Tookan" },
  { id: "demo-warehouse", name: "Warehouse demo", aiq_type: "Warehouse" },
  { id: "demo-genesis", name: "Genesis demo", aiq_type: "Genesis" },
  { id: "demo-docman", name: "Docman demo", aiq_type: "Docman" },
  { id: "demo-other", name: "Other demo", aiq_type: "Other" },
  { id: "demo-acme", name: "Acme", aiq_type: "Tookan" },
];

const demoCalendar = { time_zone: "Asia/Bahrain", currency: "USD" };

const people = [
  { email: "superadmin@demo.test", name: "Sam Superadmin", role: "superadmin", tenantId: null },
  { email: "admin@demo.test", name: "Ada Admin", role: "admin", tenantId: null },
  { email: "tookan@demo.test", name: "Tara Tookan", role: "manager", tenantId: "demo-tookan" },
  { email: "warehouse@demo.test", name: "Walid Warehouse", role: "manager", tenantId: "demo-warehouse" },
  { email: "genesis@demo.test", name: "Gina Genesis", role: "manager", tenantId: "demo-genesis" },
  { email: "docman@demo.test", name: "Dov Docman", role: "manager", tenantId: "demo-docman" },
  { email: "other@demo.test", name: "Omar Other", role: "manager", tenantId: "demo-other" },
  { email: "acme@demo.test", name: "Amira Acme", role: "manager", tenantId: "demo-acme" },
];

/** A client of the demo whose report opens at its bare address. */
export const demoClient = { tookanId: "1001", tenantId: "demo-acme", key: "Bluebird Cafe", name: "Bluebird Cafe" };

/** Makes the demo tenants and sign-ins that are missing, and gives the line that tells of them. */
export async function seedDemo(identity: Identity, platform: Platform, log: Logger): Promise<string> {
  const context = contextOf(platform, systemCaller("seed", platformTenant), { requestId: "seed", log });
  await platform.database.inTenant(platformTenant, async (db) => {
    for (const tenant of tenants) await insertTenant({ ...context, db }, { ...tenant, ...demoCalendar });
    for (const { email, name, role, tenantId } of people) {
      const uid = await seedAccount(identity, { ...context, db }, { email, password: demoPassword, name });
      await insertUser({ ...context, db }, { uid, email, role, tenant_id: tenantId, name });
    }
  });
  if (platform.config.hasDemoData) {
    await platform.database.inTenant(platformTenant, (db) => openDemoClient({ ...context, db }, demoClient));
    const inTenant = systemWork(platform, "seed", log);
    for (const tenantId of demoTenants) await inTenant(tenantId, promiseFill);
  }
  return `Sign in as ${people.map(({ email }) => email).join(", ")} with the password ${demoPassword}.`;
}
