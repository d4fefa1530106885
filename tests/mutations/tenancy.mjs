const access = "apps/server/src/platform/http/platform-access.ts";
const accessTests = ["apps/server/src/platform/http/platform-access.test.ts"];
const database = "apps/server/src/platform/db/database.ts";
const databaseTests = ["apps/server/src/platform/db/database.test.ts"];
const isolation = "apps/server/src/main/isolation/test-isolation.ts";
const isolationTests = ["apps/server/src/main/isolation/test-isolation.test.ts"];

/** The wall between tenants, platform access, maintenance. */
export const tenancy = [
  {
    name: "a person of a tenant reads in another by the header x-tenant",
    file: access,
    find: ' || !caller.permissions.has("platform.read") || !route.isOpenToPlatform',
    replace: " || !route.isOpenToPlatform",
    tests: accessTests,
  },
  {
    name: "every route is open to platform access",
    file: access,
    find: ' || !caller.permissions.has("platform.read") || !route.isOpenToPlatform',
    replace: ' || !caller.permissions.has("platform.read")',
    tests: accessTests,
  },
  {
    name: "a person of a tenant acts in another that the path names",
    file: access,
    find: "    if (tenantId !== caller.tenantId) throw noSuchTenant();\n    return caller;",
    replace: "    return { ...caller, tenantId };",
    tests: accessTests,
  },
  {
    name: "everyone acts in any tenant that the path names",
    file: access,
    find: '  if (!caller.permissions.has("platform.read")) {',
    replace: "  if (caller.permissions.size === 0) {",
    tests: accessTests,
  },
  {
    name: "platform access to a tenant that is not there",
    file: access,
    find: "  if (!(await hasTenant(tenantId))) throw noSuchTenant();\n  return { ...caller, tenantId, isPlatformAccess: true };",
    replace: "  return { ...caller, tenantId, isPlatformAccess: true };",
    tests: accessTests,
  },
  {
    name: "platform access counts as the tenant's own",
    file: access,
    find: "return { ...caller, tenantId, isPlatformAccess: true };",
    replace: "return { ...caller, tenantId };",
    tests: accessTests,
  },
  {
    name: "a transaction runs under the owner of the tables",
    file: database,
    find: "`set local role ${applicationRole}; set local app.tenant_id",
    replace: "`set local app.tenant_id",
    tests: databaseTests,
  },
  {
    name: "the tenant stays with the connection",
    file: database,
    find: "set local app.tenant_id = ${pg.escapeLiteral(tenantId)}",
    replace: "set app.tenant_id = ${pg.escapeLiteral(tenantId)}",
    tests: databaseTests,
  },
  {
    name: "a snapshot is none",
    file: database,
    find: '"begin isolation level repeatable read read only" : "begin"',
    replace: '"begin read only" : "begin"',
    tests: [...databaseTests, "apps/server/src/modules/embed/read-embedded.test.ts"],
  },
  {
    name: "a snapshot writes",
    file: database,
    find: '"begin isolation level repeatable read read only" : "begin"',
    replace: '"begin isolation level repeatable read" : "begin"',
    tests: databaseTests,
  },
  {
    name: "a transaction that was rolled back looks committed",
    file: database,
    find: 'if (command !== "COMMIT") throw',
    replace: 'if (command === "") throw',
    tests: databaseTests,
  },
  {
    name: "a tenant's cache answers another tenant",
    file: "apps/server/src/platform/tenant-cache.ts",
    find: "return JSON.stringify([tenantId, key]);",
    replace: "return key;",
    tests: ["apps/server/src/platform/tenant-cache.test.ts"],
  },
  {
    name: "tenant and key of a cache run into each other",
    file: "apps/server/src/platform/tenant-cache.ts",
    find: "return JSON.stringify([tenantId, key]);",
    replace: "return `${tenantId} ${key}`;",
    tests: ["apps/server/src/platform/tenant-cache.test.ts"],
  },
  {
    name: "one tenant takes every slot",
    file: "apps/server/src/platform/tenant-slots.ts",
    find: "if (all >= most || own >= mostForTenant) return null;",
    replace: "if (all >= most) return null;",
    tests: ["apps/server/src/platform/tenant-slots.test.ts"],
  },
  {
    name: "links are served during maintenance",
    file: "apps/server/src/platform/http/refuse-in-maintenance.ts",
    find: 'actor.kind === "visitor" || actor.kind === "system"',
    replace: 'actor.kind === "visitor" || actor.kind === "system" || actor.kind === "bearer"',
    tests: ["apps/server/src/platform/http/refuse-in-maintenance.test.ts"],
  },
  {
    name: "platform admins wait during maintenance",
    file: "apps/server/src/platform/http/refuse-in-maintenance.ts",
    find: '  if (actor.kind === "user" && isPlatformRole(actor.role)) return;\n',
    replace: "",
    tests: ["apps/server/src/platform/http/refuse-in-maintenance.test.ts"],
  },
  {
    name: "planned maintenance begins at once",
    file: "apps/server/src/modules/operations/maintenance-settings.ts",
    find: "isOn || (isPlanned && new Date(from) <= now)",
    replace: "isOn || isPlanned",
    tests: ["apps/server/src/modules/operations/maintenance.test.ts"],
  },
  {
    name: "the isolation test passes a leak in a refusal",
    file: isolation,
    find: "findMark(isRefused ? result.refusal.message : result.answer, marks, input)",
    replace: 'findMark(isRefused ? "" : result.answer, marks, input)',
    tests: isolationTests,
  },
  {
    name: "the isolation test passes a refusal for another reason",
    file: isolation,
    find: '  return { outcome: "untested", seen: describeRefusal(result), isRefused };\n}\n\nfunction describeRefusal',
    replace: '  return { outcome: "passed", seen: describeRefusal(result), isRefused };\n}\n\nfunction describeRefusal',
    tests: isolationTests,
  },
  {
    name: "the isolation test passes a table without rows",
    file: isolation,
    find: ': { ...probe, outcome: "untested", control: "No row"',
    replace: ': { ...probe, outcome: "passed", control: "No row"',
    tests: isolationTests,
  },
];
