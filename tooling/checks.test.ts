import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checks } from "./checks.mjs";
import { root } from "./root.mjs";

let copy: string;

/** A copy of the sources, in which violations can be planted. */
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "planted-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n");
  for (const file of files.filter((name) => existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Plants a line at the end of a file, runs one check of `npm run verify`, and takes the line out again. */
function verdict(check: keyof typeof checks, file: string, line: string) {
  const target = path.join(copy, file);
  const before = readFileSync(target, "utf8");
  appendFileSync(target, `\n${line}\n`);
  const args = checks[check][1] as string[];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    args.map((arg) => arg.replace(root, copy)),
    {
      cwd: copy,
      encoding: "utf8",
      env: { PATH: process.env.PATH, NO_COLOR: "1" },
    },
  );
  writeFileSync(target, before);
  return { status, told: `${stdout}${stderr}` };
}

test.each([
  ["platform-knows-no-product-noun", "apps/server/src/platform/clock.ts", 'import "../modules/directory/index.ts";'],
  [
    "enter-a-module-through-its-index",
    "apps/server/src/modules/directory/routes.ts",
    'import "../operations/routes.ts";',
  ],
  ["modules-do-not-know-main", "apps/server/src/modules/directory/routes.ts", 'import "../../main/registry.ts";'],
  [
    "server-and-web-meet-only-in-contracts",
    "apps/server/src/platform/clock.ts",
    'import "../../../web/src/lib/api.ts";',
  ],
  [
    "web-and-server-meet-only-in-contracts",
    "apps/web/src/lib/api.ts",
    'import "../../../server/src/platform/clock.ts";',
  ],
  [
    "contracts-import-nothing-of-ours",
    "packages/contracts/src/route.ts",
    'import "../../../apps/server/src/platform/clock.ts";',
  ],
  ["a-feature-never-imports-another", "apps/web/src/features/legal/legal-page.tsx", 'import "../home/home-page.tsx";'],
  ["lib-is-the-floor-of-the-web", "apps/web/src/lib/api.ts", 'import "../shell/brand.tsx";'],
  ["blocks-know-no-feature", "apps/web/src/blocks/kpi/kpi-tile.tsx", 'import "../../features/home/home-page.tsx";'],
  ["testing-is-for-tests", "apps/server/src/platform/clock.ts", 'import "../testing/until.ts";'],
  ["fastify-stays-in-http", "apps/server/src/modules/directory/routes.ts", 'import "fastify";'],
  ["the-queue-library-stays-in-jobs", "apps/server/src/platform/clock.ts", 'import "graphile-worker";'],
  ["the-mail-library-stays-in-mail", "apps/server/src/platform/clock.ts", 'import "nodemailer";'],
  ["the-driver-stays-in-the-platform", "apps/server/src/modules/directory/routes.ts", 'import "pg";'],
])("the import wall %s is named when it is broken", (wall, file, line) => {
  const { status, told } = verdict("import walls", file, line);
  expect(status).not.toBe(0);
  expect(told).toContain(`${wall}: ${file}`);
});

test("a dead export is named", () => {
  const { status, told } = verdict("dead code", "apps/server/src/platform/clock.ts", "export const neverUsed = 1;");
  expect(status).not.toBe(0);
  expect(told).toContain("neverUsed");
});

test("a wrong type is named with its place", () => {
  const { status, told } = verdict(
    "types of the server",
    "apps/server/src/platform/clock.ts",
    'export const hour: number = "nine";',
  );
  expect(status).not.toBe(0);
  expect(told).toMatch(/clock\.ts\(\d+,\d+\).*'string' is not assignable to type 'number'/);
});

test("a report of a domain that does not exist, and figures that are read outside of a snapshot, are named", () => {
  const lines = `export const planted: import("./report.ts").Report = { id: "planted", title: "", question: "", filters: [], rows: [],
  sections: [], domains: ["delivery", "nowhere"] };
export const readPlanted = (context: Context) => readPanel(context, { report: "planted", panel: "one" });`;
  const { status, told } = verdict("types of the server", "apps/server/src/modules/reports/routes.ts", lines);
  expect(status).not.toBe(0);
  expect(told).toMatch(/routes\.ts\(\d+,\d+\).*"nowhere"/);
  expect(told).toMatch(/'Context' is not assignable to parameter of type 'SnapshotContext'/);
});

test("a route that declares no permission is named", () => {
  const line = `export const openDoor = route({ method: "GET", path: "/api/door", summary: "A door.",
  input: z.strictObject({}), output: z.object({}), topics: [] });`;
  const { status, told } = verdict("types of the contracts", "packages/contracts/src/config.ts", line);
  expect(status).not.toBe(0);
  expect(told).toMatch(/'permission' is missing/);
});

test("a permission that is not on the list is named", () => {
  const line = `export const openDoor = route({ method: "GET", path: "/api/door", summary: "A door.", permission: "door.open",
  input: z.strictObject({}), output: z.object({}), topics: [] });`;
  const { status, told } = verdict("types of the contracts", "packages/contracts/src/config.ts", line);
  expect(status).not.toBe(0);
  expect(told).toContain('"door.open"');
});

test("a document that names a file which does not exist is named", () => {
  const { status, told } = verdict("documents", "docs/glossary.md", "See `apps/server/src/platform/nowhere.ts`.");
  expect(status).not.toBe(0);
  expect(told).toContain("docs/glossary.md names apps/server/src/platform/nowhere.ts");
});
