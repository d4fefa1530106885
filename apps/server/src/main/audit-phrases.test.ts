import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { auditGroups, auditPhrases, permissions, routes } from "@console/contracts";
import { expect, test } from "vitest";
import { describedEndpoints, describedJobs } from "./endpoints-for-tests.ts";

const sourceFolder = path.join(import.meta.dirname, "..");

/** The source files that record something. */
function listRecorders(): { file: string; text: string }[] {
  return readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/test|testing/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(sourceFolder, file), "utf8") }))
    .filter(({ text }) => /recordAudit|recordAccountEvent|recordConnectionAction|AccountEvent|Act = "/.test(text));
}

/** Names of the same form that are something else: jobs, events, permissions, files, fields. */
const others = new Set<string>([
  ...describedJobs.map(({ name }) => name),
  ...permissions,
  "entity.changed",
  "embed.count",
  "ledger.digest",
  "tenant.json",
  "users.json",
  "settings.query",
]);

test("every action that the source names has a phrase", () => {
  const literals = listRecorders().flatMap(({ file, text }) =>
    [...text.matchAll(/"([a-z]+(?:-[a-z]+)*\.[a-zA-Z_-]+)"/g)].map(([, name = ""]) => ({ file, name })),
  );
  const acts = literals.filter(({ name }) => !others.has(name));
  expect(acts.length).toBeGreaterThan(50);
  expect(acts.filter(({ name }) => !Object.hasOwn(auditPhrases, name))).toEqual([]);
});

test("no action is put together where the test cannot read it, but those of entities", () => {
  const templates = listRecorders().flatMap(({ file, text }) =>
    [...text.matchAll(/\bact(?:: | = )[^,\n]*`[^`\n]*\$\{[^`\n]*`/g)].map(([line]) => ({
      file: file.replaceAll("\\", "/"),
      line,
    })),
  );
  expect(templates.map(({ file }) => file).sort()).toEqual([
    "platform/audit/note-mutation.ts",
    "platform/entities/export-entity.ts",
    "platform/entities/import-entity.ts",
    "platform/entities/save-entity.ts",
  ]);
});

test("every action on the rows of a list has a phrase", () => {
  const paths = describedEndpoints.map(({ route }) => `${route.method} ${route.path}`);
  const acts = paths.flatMap((name) => {
    const [, method, entity = "", rest = ""] = /^(\w+) \/api\/admin\/([a-z-]+)(.*)$/.exec(name) ?? [];
    const [, act] = /^\/acts\/(\w+)$/.exec(rest) ?? [];
    if (act) return [`${entity}.${act}`];
    if (rest === "/export") return [`${entity}.exported`];
    if (rest === "/import") return [`${entity}.imported`, `${entity}.import_tried`];
    if (method === "PATCH" && rest === "/rows/{id}") return [`${entity}.changed`];
    return method === "POST" && rest === "" ? [`${entity}.created`] : [];
  });
  expect(acts.length).toBeGreaterThan(30);
  expect(acts.filter((act) => !Object.hasOwn(auditPhrases, act))).toEqual([]);
  // What is recorded of people beside the acts of their list.
  for (const act of ["users.forgotten", "users.link_shown", "users.session_ended"])
    expect(auditPhrases).toHaveProperty([act]);
});

test("every call that may be recorded by its route alone has a phrase", () => {
  const recorded = Object.values(routes).filter(
    (route) => route.method !== "GET" && !("leavesNoNote" in route) && !("isOfEveryEntity" in route),
  );
  const names = recorded.map(({ method, path: name }) => `${method} ${name}`);
  expect(names.filter((name) => !Object.hasOwn(auditPhrases, name))).toEqual([]);
});

test("every group of actions has some", () => {
  const used = new Set(Object.values(auditPhrases).map(({ group }) => group));
  expect([...used].sort()).toEqual(Object.keys(auditGroups).sort());
});
