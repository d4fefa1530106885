import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "../root.mjs";

const file = "apps/server/src/platform/db/schema.gen.ts";

/** The tables with a column `tenant_id`, as the types say that are made from the database. */
export function readTenantTables() {
  const tree = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const interfaces = new Map(
    tree.statements.filter(ts.isInterfaceDeclaration).map(({ name, members }) => [name.text, members]),
  );
  const hasTenant = (type) => interfaces.get(type)?.some(({ name }) => name.text === "tenant_id") ?? false;
  const tables = (interfaces.get("DB") ?? []).filter(({ type }) => hasTenant(type.getText()));
  return new Set(tables.map(({ name }) => name.text));
}
