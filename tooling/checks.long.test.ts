import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checks } from "./checks.mjs";
import { copySources } from "./copy-sources.mjs";
import { root } from "./root.mjs";

let copy: string;

beforeAll(() => {
  copy = copySources("planted-");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

type Plant = { file: string; text: string };

/** Plants lines at the end of files (or new files), runs one check of `npm run verify`, and puts the files back. */
function runCheckWith(check: keyof typeof checks, plants: readonly Plant[]) {
  for (const { file, text } of plants) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    appendFileSync(path.join(copy, file), `\n${text}\n`);
  }
  const args = checks[check][1] as string[];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    args.map((arg) => arg.replace(root, copy)),
    { cwd: copy, encoding: "utf8", env: { PATH: process.env.PATH, NO_COLOR: "1" } },
  );
  for (const { file } of plants) {
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(copy, file));
    else rmSync(path.join(copy, file), { force: true });
  }
  return { status, output: `${stdout}${stderr}` };
}

test("every import wall is named when it is broken", () => {
  const clock = "apps/server/src/platform/clock.ts";
  const directory = "apps/server/src/modules/directory/routes.ts";
  const api = "apps/web/src/lib/api.ts";
  const walls: (Plant & { wall: string })[] = [
    { wall: "platform-knows-no-product-noun", file: clock, text: 'import "../modules/directory/index.ts";' },
    { wall: "enter-a-module-through-its-index", file: directory, text: 'import "../operations/routes.ts";' },
    {
      wall: "the-identity-domain-knows-no-wire-or-http",
      file: "apps/server/src/modules/identity/domain/identity-error.ts",
      text: 'import "../wire/wire-codes.ts";',
    },
    { wall: "modules-do-not-know-main", file: directory, text: 'import "../../main/registry.ts";' },
    { wall: "server-and-web-meet-only-in-contracts", file: clock, text: 'import "../../../web/src/lib/api.ts";' },
    {
      wall: "web-and-server-meet-only-in-contracts",
      file: api,
      text: 'import "../../../server/src/platform/clock.ts";',
    },
    {
      wall: "contracts-import-nothing-of-ours",
      file: "packages/contracts/src/route.ts",
      text: 'import "../../../apps/server/src/platform/clock.ts";',
    },
    {
      wall: "a-feature-never-imports-another",
      file: "apps/web/src/features/legal/legal-page.tsx",
      text: 'import "../home/home-page.tsx";',
    },
    { wall: "lib-is-the-floor-of-the-web", file: api, text: 'import "../shell/brand.tsx";' },
    {
      wall: "blocks-know-no-feature",
      file: "apps/web/src/blocks/kpi/kpi-tile.tsx",
      text: 'import "../../features/home/home-page.tsx";',
    },
    { wall: "testing-is-for-tests", file: clock, text: 'import "../testing/until.ts";' },
    { wall: "fastify-stays-in-http", file: directory, text: 'import "fastify";' },
    { wall: "the-queue-library-stays-in-jobs", file: clock, text: 'import "graphile-worker";' },
    { wall: "the-mail-library-stays-in-mail", file: clock, text: 'import "nodemailer";' },
    { wall: "the-driver-stays-in-the-platform", file: directory, text: 'import "pg";' },
  ];
  const { status, output } = runCheckWith("import walls", walls);
  expect(status).not.toBe(0);
  for (const { wall, file } of walls) expect(output).toContain(`${wall}: ${file}`);
});

test("what does not fit its type is named: a value, a permission, a domain, figures outside of a snapshot", () => {
  const route = (name: string, rest: string) => `export const ${name} = route({ method: "GET", path: "/api/${name}",
  summary: "A door.", ${rest} input: z.strictObject({}), output: z.object({}), topics: [] });`;
  const { status, output } = runCheckWith("types", [
    { file: "packages/contracts/src/config.ts", text: route("openDoor", "") },
    { file: "packages/contracts/src/config.ts", text: route("secretDoor", 'permission: "door.open",') },
    { file: "apps/server/src/platform/clock.ts", text: 'export const hour: number = "nine";' },
    {
      file: "apps/server/src/modules/reports/routes.ts",
      text: `export const planted: import("./report.ts").Report = { id: "planted", title: "", question: "", filters: [],
  rows: [], sections: [], domains: ["delivery", "nowhere"] };
export const readPlanted = (context: Context) => readPanel(context, { report: "planted", panel: "one" });`,
    },
  ]);
  expect(status).not.toBe(0);
  expect(output).toMatch(/'permission' is missing/);
  expect(output).toContain('"door.open"');
  expect(output).toMatch(/clock\.ts\(\d+,\d+\).*'string' is not assignable to type 'number'/);
  expect(output).toMatch(/routes\.ts\(\d+,\d+\).*"nowhere"/);
  expect(output).toMatch(/'Context' is not assignable to parameter of type 'SnapshotContext'/);
  // Types of the whole product, from nothing.
}, 600_000);

test("a dead export is named, on the server and in the web app", () => {
  const { status, output } = runCheckWith("dead code", [
    { file: "apps/server/src/platform/clock.ts", text: "export const neverUsedHere = 1;" },
    { file: "apps/web/src/lib/toasts.ts", text: "export const neverUsedThere = 1;" },
  ]);
  expect(status).not.toBe(0);
  expect(output).toContain("neverUsedHere");
  expect(output).toContain("neverUsedThere");
});

test("a copied component is named with its original", () => {
  const original = "apps/web/src/blocks/data-table/table-foot.tsx";
  const component = readFileSync(path.join(root, original), "utf8");
  const { status, output } = runCheckWith("duplicates", [
    { file: "apps/web/src/features/legal/legal-foot.tsx", text: component },
  ]);
  expect(status).not.toBe(0);
  expect(output).toMatch(/table-foot\.tsx and .*legal-foot\.tsx share \d+ lines/);
});

test("a source rule that is broken is named with its line", () => {
  const { status, output } = runCheckWith("source rules", [
    { file: "apps/server/src/platform/clock.ts", text: "export const row = { ...{ id: 1 } };" },
  ]);
  expect(status).not.toBe(0);
  expect(output).toMatch(/write-literals-plainly: apps\/server\/src\/platform\/clock\.ts:\d+/);
});

test("a module that the map leaves out is named", () => {
  const { status, output } = runCheckWith("documents", [
    { file: "apps/server/src/modules/weather/index.ts", text: "export {};" },
  ]);
  expect(status).not.toBe(0);
  expect(output).toContain("CONTRIBUTING.md leaves apps/server/src/modules/weather out of its map.");
});

test("a document that names a file which does not exist is named", () => {
  const { status, output } = runCheckWith("documents", [
    { file: "docs/glossary.md", text: "See `apps/server/src/platform/nowhere.ts`." },
  ]);
  expect(status).not.toBe(0);
  expect(output).toContain("docs/glossary.md names apps/server/src/platform/nowhere.ts");
});
