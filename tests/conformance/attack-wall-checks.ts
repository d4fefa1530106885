import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { permissions, permissionsForRole } from "../../packages/contracts/src/permissions.ts";
import { askApi, signInDemo, type Targets } from "./attack-tools.ts";
import type { IdentityProduct } from "./identity-product.ts";

type Operation = { method: string; path: string; permission: string };

async function listOperations(identity: IdentityProduct): Promise<Operation[]> {
  const { paths } = (await identity.ask("/openapi.json")).body as unknown as {
    paths: Record<string, Record<string, { "x-permission": string }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      permission: operation["x-permission"],
    })),
  );
}

const fill = (path: string, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? randomUUID());

/** Who may call what: the routes of the API document, walked by those who may not. */
export function checkWalls(targets: Targets): void {
  test("a tenant's user is kept out of every route that is the platform's alone", async () => {
    const { strict } = targets();
    // The strongest role that a tenant has, which is that of its people in the demonstration.
    const tenantsOwn = permissionsForRole("manager");
    const platformOnly = new Set<string>(permissions.filter((permission) => !tenantsOwn.has(permission)));
    const routes = (await listOperations(strict)).filter(({ permission }) => platformOnly.has(permission));
    expect(routes.length).toBeGreaterThan(0);
    for (const name of ["tookan", "other"]) {
      const { idToken } = await signInDemo(strict, name);
      for (const { method, path } of routes) {
        const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
        const answer = await askApi(strict, fill(path, {}), idToken, { method, ...body });
        expect([403, 404], `${name}: ${method} ${path} answered ${answer.status}`).toContain(answer.status);
      }
    }
  });

  test("a visitor is kept out of every route that is not public", async () => {
    const { strict } = targets();
    const routes = (await listOperations(strict)).filter(({ permission }) => permission !== "public");
    for (const { method, path } of routes) {
      const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
      const answer = await askApi(strict, fill(path, {}), null, { method, ...body });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  test("someone else's documents are out of reach, whether they exist or not, and one's own are not", async () => {
    const { strict } = targets();
    const mine = await signInDemo(strict, "tookan");
    const others = await Promise.all(["warehouse", "superadmin"].map((name) => signInDemo(strict, name)));
    const own = await askApi(strict, `/api/users/${mine.localId}`, mine.idToken);
    expect([own.status, own.body.email]).toEqual([200, "tookan@demo.test"]);
    const there = await askApi(strict, `/api/users/${others[0]?.localId}`, others[0]?.idToken ?? "");
    const foreignTenant = String(there.body.tenantId);
    expect(foreignTenant).not.toBe(String(own.body.tenantId));

    const foreign = [...others.map(({ localId }) => `/api/users/${localId}`), `/api/tenants/${foreignTenant}`];
    const missing = ["/api/users/nobody", "/api/tenants/nobody"];
    const answers = await Promise.all([...foreign, ...missing].map((target) => askApi(strict, target, mine.idToken)));
    for (const { status, body } of answers) {
      expect([403, 404]).toContain(status);
      expect([body.email, body.name]).toEqual([undefined, undefined]);
    }
    const [foreignUser, , tenant, missingUser, missingTenant] = answers.map(({ status }) => status);
    expect([foreignUser, tenant]).toEqual([missingUser, missingTenant]);

    for (const { localId, idToken } of others) {
      const written = await askApi(strict, `/api/users/${localId}`, mine.idToken, {
        method: "PATCH",
        body: { name: "Taken over" },
      });
      expect([403, 404]).toContain(written.status);
      expect((await askApi(strict, `/api/users/${localId}`, idToken)).body.name).not.toBe("Taken over");
    }
  });

  test("nobody raises their own role, tenant or address through the profile", async () => {
    const { strict } = targets();
    const { localId, idToken } = await signInDemo(strict, "tookan");
    const before = (await askApi(strict, `/api/users/${localId}`, idToken)).body;
    for (const fields of [
      { role: "superadmin" },
      { tenantId: "platform" },
      { email: "superadmin@demo.test" },
      { uid: "someone" },
      { permissions: ["outbox.read"] },
      { constructor: { prototype: { role: "superadmin" } } },
    ]) {
      await askApi(strict, `/api/users/${localId}`, idToken, { method: "PATCH", body: { name: "Noor", ...fields } });
      const { body } = await askApi(strict, `/api/users/${localId}`, idToken);
      expect([body.role, body.tenantId, body.email, body.uid]).toEqual([
        before.role,
        before.tenantId,
        before.email,
        before.uid,
      ]);
    }
    expect((await askApi(strict, "/api/outbox", idToken)).status).toBe(403);
  });
}
