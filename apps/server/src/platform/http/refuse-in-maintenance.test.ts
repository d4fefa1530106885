import { type Maintenance, type PublicConfig, routes } from "@console/contracts";
import { expect, test } from "vitest";
import { type Actor, type Caller, platformTenant, systemCaller, visitor } from "../context.ts";
import type { LiveConfig } from "./live-config.ts";
import { refuseInMaintenance } from "./refuse-in-maintenance.ts";

const maintenance = (isInForce: boolean): Maintenance => ({
  isInForce,
  message: "Back at nine.",
  from: null,
  until: null,
});
const liveWith = (state: Maintenance | null): LiveConfig => ({
  publicUrl: "http://console.test",
  version: "test",
  read: async () => ({ maintenance: state }) as PublicConfig,
  picture: async () => null,
});
const inForce = liveWith(maintenance(true));

const callerFor = (actor: Actor): Caller => ({ actor, tenantId: "north", permissions: new Set() });
const signedIn = (role: string) => callerFor({ kind: "user", uid: "u1", role, sessionId: null });
const byLink = callerFor({ kind: "bearer", token: { role: "link", refusal: "No." }, subject: "l1", scope: {} });
const program = callerFor({ kind: "service", account: "s1" });

test.each([
  ["a manager", signedIn("manager")],
  ["a user", signedIn("user")],
  ["whoever came by a public link", byLink],
  ["a program", program],
])("during maintenance %s waits and reads the message", async (_, caller) => {
  await expect(refuseInMaintenance(routes.getEmbedReport, caller, inForce)).rejects.toMatchObject({
    kind: "unavailable",
    message: "Back at nine.",
    retryAfterSeconds: 30,
  });
});

test.each([
  ["an admin", signedIn("admin")],
  ["a superadmin", signedIn("superadmin")],
  ["a visitor", visitor],
  ["the product itself", systemCaller("test", platformTenant)],
])("during maintenance %s goes on", async (_, caller) => {
  await expect(refuseInMaintenance(routes.listReports, caller, inForce)).resolves.toBeUndefined();
});

test("what is public goes on, and so does everyone while maintenance is only planned or over", async () => {
  await expect(refuseInMaintenance(routes.getConfig, signedIn("manager"), inForce)).resolves.toBeUndefined();
  for (const live of [liveWith(maintenance(false)), liveWith(null)]) {
    await expect(refuseInMaintenance(routes.listReports, byLink, live)).resolves.toBeUndefined();
  }
});
