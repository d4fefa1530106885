const guard = "apps/server/src/platform/outbound/guarded-address.ts";
const guardTests = ["apps/server/src/platform/outbound/guarded-address.test.ts"];
const call = "apps/server/src/platform/outbound/with-call.ts";
const outboundTests = ["apps/server/src/platform/outbound/outbound-request.test.ts"];
const secrets = "apps/server/src/platform/crypto/sealed-secrets.ts";
const secretTests = ["apps/server/src/platform/crypto/sealed-secrets.test.ts"];

/** The way out, sealed secrets, and limits of calls. */
export const network = [
  {
    name: "addresses of 172.16/12 are asked",
    file: guard,
    find: '    ["172.16.0.0", 12],\n',
    replace: "",
    tests: guardTests,
  },
  {
    name: "only the first part of 172.16/12 is private",
    file: guard,
    find: '["172.16.0.0", 12]',
    replace: '["172.16.0.0", 16]',
    tests: guardTests,
  },
  {
    name: "addresses of a carrier's own network are asked",
    file: guard,
    find: '    ["100.64.0.0", 10],\n',
    replace: "",
    tests: guardTests,
  },
  {
    name: "mapped addresses of the sixth version are asked",
    file: guard,
    find: '  ["::ffff:0:0", 96],\n',
    replace: "",
    tests: guardTests,
  },
  {
    name: "addresses of the sixth version within a network are asked",
    file: guard,
    find: '  ["fc00::", 7],\n',
    replace: "",
    tests: guardTests,
  },
  {
    name: "a host that is allowed may be where a cloud hands out secrets",
    file: guard,
    find: "if (metadata.check(address, kind)) throw",
    replace: "if (!isAllowed && metadata.check(address, kind)) throw",
    tests: guardTests,
  },
  {
    name: "one allowed port opens every port of a host",
    file: guard,
    find: "innerHosts.includes(`${name}:${port}`)",
    replace: "innerHosts.some((one) => one.startsWith(`${name}:`))",
    tests: guardTests,
  },
  {
    name: "an answer of any size is read",
    file: call,
    find: "if (bytes > mostBytes) {",
    replace: "if (chunk.length > mostBytes * 1000) {",
    tests: outboundTests,
  },
  {
    name: "a secret opens for another purpose",
    file: secrets,
    find: "`${tenantId}|${purpose}|${version}`",
    replace: "`${tenantId}|${version}`",
    tests: secretTests,
  },
  {
    name: "an HMAC for one purpose counts for another",
    file: secrets,
    find: 'createHmac("sha256", installation.derive(purpose))',
    replace: 'createHmac("sha256", installation.derive("hmac"))',
    tests: secretTests,
  },
  {
    name: "a secret setting is kept as it was typed",
    file: "apps/server/src/platform/settings/change-settings.ts",
    find: "spec.isSecret ? await seal(context, name, String(value)) : value",
    replace: "value",
    tests: ["apps/server/src/modules/operations/settings/settings.test.ts"],
  },
  {
    name: "a secret setting stands in the audit log",
    file: "apps/server/src/platform/settings/change-settings.ts",
    find: 'one === null ? null : spec.isSecret ? "(secret)" : isPicture',
    replace: "one === null ? null : isPicture",
    tests: ["apps/server/src/modules/operations/settings/settings.test.ts"],
  },
  {
    name: "any admin changes guarded settings",
    file: "apps/server/src/platform/settings/change-settings.ts",
    find: 'spec.isGuarded && !permissions.has("settings.guarded")',
    replace: 'spec.isGuarded && !permissions.has("settings.manage")',
    tests: ["apps/server/src/modules/operations/maintenance.test.ts"],
  },
  {
    name: "a setting that someone else changed is written over",
    file: "apps/server/src/platform/settings/change-settings.ts",
    find: "return seen === undefined || seen === now ? null",
    replace: "return seen !== now ? null",
    tests: ["apps/server/src/modules/operations/settings/settings.test.ts"],
  },
  {
    name: "one call too many passes in a while",
    file: "apps/server/src/platform/http/allow-calls.ts",
    find: "if (window.calls <= most) return;",
    replace: "if (window.calls <= most + 1) return;",
    tests: ["apps/server/src/platform/http/allow-calls.test.ts"],
  },
  {
    name: "calls of one name count for another",
    file: "apps/server/src/platform/http/allow-calls.ts",
    find: "const window = windows.get(name);",
    replace: "const window = windows.get(name) ?? [...windows.values()][0];",
    tests: ["apps/server/src/platform/http/allow-calls.test.ts"],
  },
  {
    name: "a limit of calls never ends",
    file: "apps/server/src/platform/http/allow-calls.ts",
    find: "if (!window || window.until <= now) {",
    replace: "if (!window) {",
    tests: ["apps/server/src/platform/http/allow-calls.test.ts"],
  },
];
