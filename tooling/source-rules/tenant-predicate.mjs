import ts from "typescript";
import { isSqlTag, isTableCall, readText, tablesAt } from "./sql-in-source.mjs";

const platform = /^apps\/server\/src\/platform\//;
const forTests = /\.test\.ts$|-for-tests\.ts$|-fixture\.ts$/;

/** Stands with its reason in a comment before a statement that is rightly about all tenants. */
const marker = /\bacross tenants: \S+/;

/** A comparison with a value, a join by the tenant, or a row that names its tenant. */
const comparison = /\btenant_id\s*(?:=|in\b)|\busing\s*\(\s*tenant_id\b/gi;
const comparisonWithValue = /\btenant_id\s*(?:=\s*(?:any\s*\(\s*)?[?$:']|in\s*\()/i;
const insertion = /\binsert into \S+\s*\([^)]*\btenant_id\b/i;

/** The same in calls of the query builder. */
const condition = /\.(?:where|whereRef|on|onRef)\(\s*["'](?:\w+\.)?tenant_id["']/g;
const conditionWithValue = /\.where\(\s*["'](?:\w+\.)?tenant_id["']\s*,\s*["'](?:=|in)["']/;
const values = /\.values\([\s\S]*\btenant_id\b/;

/** SQL of the platform on rows of tenants says which tenant; row-level security is the net, not the filter. */
export function tenantPredicate(tenantTables) {
  return {
    name: "say-the-tenant-in-sql",
    appliesTo: (file) => platform.test(file) && !forTests.test(file),
    visit(node, report) {
      const tables = tablesAt(node).filter((table) => tenantTables.has(table));
      if (tables.length === 0 || ts.isPropertyAssignment(node)) return;
      const isBuilt = ts.isCallExpression(node);
      const statement = isBuilt ? wholeChain(node) : node;
      const isSaid = isBuilt ? saysTenantInCalls(statement, tenantTables) : saysTenant(sqlText(node), tables.length);
      if (isSaid || isMarked(statement)) return;
      report(node, `"${tables[0]}" has rows of tenants and the statement does not say of which`);
    },
  };
}

function sqlText(node) {
  return readText(ts.isTaggedTemplateExpression(node) && isSqlTag(node.tag) ? node.template : node);
}

/** One comparison for each table, and at least one of them with a value. */
function saysTenant(text, tables) {
  if (insertion.test(text)) return true;
  return comparisonWithValue.test(text) && [...text.matchAll(comparison)].length >= tables;
}

function saysTenantInCalls(chain, tenantTables) {
  const text = chain.getText();
  if (values.test(text)) return true;
  const tables = callsIn(chain).flatMap((call) => tablesAt(call).filter((table) => tenantTables.has(table)));
  return conditionWithValue.test(text) && [...text.matchAll(condition)].length >= tables.length;
}

/** The calls of a chain that name tables, its joins too. */
function callsIn(chain) {
  const calls = [];
  let node = chain;
  while (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) {
    if (ts.isCallExpression(node) && isTableCall(node)) calls.push(node);
    node = node.expression;
  }
  return calls;
}

/** The whole chain of calls that one call is a link of. */
function wholeChain(call) {
  let node = call;
  while (isContinued(node)) node = node.parent;
  return node;
}

function isContinued(node) {
  const { parent } = node;
  return (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(parent)) && parent.expression === node;
}

/** Whether a comment before the statement, or before what it stands in, is the marker. */
function isMarked(node) {
  const text = node.getSourceFile().text;
  for (let outer = node; outer && !ts.isSourceFile(outer); outer = outer.parent) {
    const comments = ts.getLeadingCommentRanges(text, outer.getFullStart()) ?? [];
    if (comments.some(({ pos, end }) => marker.test(text.slice(pos, end)))) return true;
    if (ts.isStatement(outer) && !ts.isBlock(outer)) return false;
  }
  return false;
}
