import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { root } from "../root.mjs";

const file = "apps/server/src/main/table-owners.ts";

/** The list of tables with their owners; it is a literal, so that it can be read without being run. */
export function readTableOwners() {
  const tree = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const owners = new Map();
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.initializer)) {
      owners.set(node.name.text, node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return owners;
}
