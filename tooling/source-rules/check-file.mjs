import ts from "typescript";
import { featureDoors } from "./feature-doors.mjs";
import { honestCasts } from "./honest-casts.mjs";
import { oneClock } from "./one-clock.mjs";
import { plainLiterals } from "./plain-literals.mjs";
import { plainWords } from "./plain-words.mjs";
import { productNouns } from "./product-nouns.mjs";
import { readTableOwners } from "./read-table-owners.mjs";
import { readTenantTables } from "./read-tenant-tables.mjs";
import { tableBlocks } from "./table-blocks.mjs";
import { tableOwnership } from "./table-ownership.mjs";
import { tellingNames } from "./telling-names.mjs";
import { tenantPredicate } from "./tenant-predicate.mjs";
import { toldByNotices } from "./told-by-notices.mjs";

/** Each rule has a name that says what to do; all of them share one parse of a file. */
const rules = [
  plainLiterals,
  honestCasts,
  oneClock,
  featureDoors,
  tableBlocks,
  tellingNames,
  tableOwnership(readTableOwners()),
  productNouns,
  plainWords,
  toldByNotices,
  tenantPredicate(readTenantTables()),
];

/** The broken rules of one source file, each with its line. */
export function checkFile(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const active = rules.filter((rule) => rule.appliesTo(file));
  const problems = [];
  const visit = (node) => {
    for (const rule of active) {
      rule.visit(node, (place, message) => {
        const { line } = tree.getLineAndCharacterOfPosition(typeof place === "number" ? place : place.getStart());
        problems.push(`${rule.name}: ${file}:${line + 1}: ${message}`);
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return problems;
}
