import { isPlatformRole, pathParameters, permissionsForRole, type Route } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { describedEndpoints } from "./endpoints-for-tests.ts";

/** Every call of the product with the roles that may make it. A new route is one more line here, for all to see. */
const letters = { visitor: "V", user: "U", accountant: "C", manager: "M", admin: "A", superadmin: "S" } as const;
type Role = keyof typeof letters;
const roles = Object.keys(letters) as Role[];

const nameForRoute = ({ method, path }: Route) => `${method.padEnd(6)} ${path}`;

function mayCall({ permission }: Route, role: Role): boolean {
  if (permission === "public") return true;
  return role !== "visitor" && permissionsForRole(role).has(permission);
}

test("the table of routes and roles is the one that was agreed on", async () => {
  const lines = describedEndpoints.map(({ route }) => {
    const allowed = roles.map((role) => (mayCall(route, role) ? letters[role] : "·")).join(" ");
    return `${allowed}  ${nameForRoute(route)}`;
  });
  const head = "V U C M A S: visitor, user, accountant, manager, admin, superadmin";
  await expect(
    [head, ...lines.sort((a, b) => (a.slice(12) < b.slice(12) ? -1 : 1)), ""].join("\n"),
  ).toMatchFileSnapshot("role-matrix.txt");
});

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const refusals = new Set([
  "Your role does not allow this. Ask an administrator if you need it.",
  "Sign in to do this.",
]);

/** Whether the server let the call through to its use case, whatever that made of it. */
async function isLetIn(route: Route, role: Role): Promise<boolean> {
  const url = pathParameters(route.path).reduce<string>(
    (path, name) => path.replace(`{${name}}`, "nobody"),
    route.path,
  );
  const response = await testApp.app.inject({
    method: route.method,
    url,
    headers: role === "visitor" ? {} : signedInAs(role, isPlatformRole(role) ? "platform" : "north"),
    ...(route.method !== "GET" && route.method !== "DELETE" && { payload: {} }),
  });
  const isRefusal = response.statusCode === 401 || response.statusCode === 403;
  return !(isRefusal && refusals.has(response.json().error?.message));
}

test.each(roles)("every route lets a %s in exactly where the table says so", async (role) => {
  // A stream that is let in stays open.
  const finite = describedEndpoints
    .map(({ route }) => route)
    .filter((route) => !route.streams || !mayCall(route, role));
  const wrong: string[] = [];
  for (const route of finite)
    if ((await isLetIn(route, role)) !== mayCall(route, role)) wrong.push(nameForRoute(route));
  expect(wrong).toEqual([]);
  expect(finite.length).toBeGreaterThan(80);
});
