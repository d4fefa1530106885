import { permissionsForRole, type Route, routes } from "@console/contracts";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { type Caller, platformTenant } from "../context.ts";
import { actingIn, withPlatformAccess } from "./platform-access.ts";

const signedIn = (role: string, tenantId: string): Caller => ({
  actor: { kind: "user", uid: "u1", role, sessionId: null },
  tenantId,
  permissions: permissionsForRole(role),
});
const [admin, manager] = [signedIn("admin", platformTenant), signedIn("manager", "north")];
const open: Route = routes.listReports;
const inPath: Route = routes.createConnection;
const hasTenant = async (id: string) => id === "north" || id === "south";

const ask = (route: Route, caller: Caller, { header, path = {} }: { header?: string; path?: object }) =>
  withPlatformAccess(
    route,
    caller,
    { headers: header === undefined ? {} : { "x-tenant": header }, params: path } as unknown as FastifyRequest,
    hasTenant,
  );

test("the routes of these tests are what they stand for", () => {
  expect([open.isOpenToPlatform, open.actsIn, inPath.actsIn]).toEqual([true, undefined, "tenantId"]);
});

test("platform admins read in a tenant by its name, and never as one of its people", async () => {
  expect(await ask(open, admin, { header: "south" })).toEqual({ ...admin, tenantId: "south", isPlatformAccess: true });
  await expect(ask(open, admin, { header: "nobody" })).rejects.toMatchObject({ kind: "not_found" });
  await expect(ask(open, admin, { header: "" })).rejects.toMatchObject({ kind: "invalid_input" });
  expect(await ask(open, admin, {})).toBe(admin);
});

test("people of a tenant read in no other by naming it, nor in their own", async () => {
  for (const header of ["south", "north"]) {
    await expect(ask(open, manager, { header }), header).rejects.toMatchObject({ kind: "forbidden" });
  }
  expect(await ask(open, manager, {})).toBe(manager);
});

test("a route that is not open to it is closed to platform admins as well", async () => {
  await expect(ask(routes.saveView, admin, { header: "south" })).rejects.toMatchObject({ kind: "forbidden" });
});

test("where the path names a tenant, its people act in their own and find no other", async () => {
  expect(await ask(inPath, manager, { path: { tenantId: "north" } })).toBe(manager);
  await expect(ask(inPath, manager, { path: { tenantId: "south" } })).rejects.toMatchObject({ kind: "not_found" });
  await expect(actingIn("south", manager, hasTenant)).rejects.toMatchObject({ kind: "not_found" });
});

test("where the path names a tenant, platform admins act in it if it is there", async () => {
  expect(await ask(inPath, admin, { path: { tenantId: "south" } })).toEqual({ ...admin, tenantId: "south" });
  await expect(ask(inPath, admin, { path: { tenantId: "nobody" } })).rejects.toMatchObject({ kind: "not_found" });
});
