import ts from "typescript";
import { namedTables } from "./named-tables.mjs";

/** Calls of the query builder whose first argument names tables. */
const tableCalls = new Set([
  "selectFrom",
  "insertInto",
  "updateTable",
  "deleteFrom",
  "mergeInto",
  "replaceInto",
  "innerJoin",
  "leftJoin",
  "rightJoin",
  "fullJoin",
  "crossJoin",
  "innerJoinLateral",
  "leftJoinLateral",
  "using",
  "table",
]);

/** The tables that a node itself names, not those that its children do. */
export function tablesAt(node) {
  if (ts.isTaggedTemplateExpression(node)) return isSqlTag(node.tag) ? namedTables(readText(node.template)) : [];
  if (ts.isCallExpression(node)) return isTableCall(node) ? node.arguments.slice(0, 1).flatMap(namesIn) : [];
  if (ts.isPropertyAssignment(node)) return isTableProperty(node) ? namesIn(node.initializer) : [];
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
  if (!isText || ts.isTaggedTemplateExpression(node.parent)) return [];
  const text = readText(node);
  return looksLikeSql(text) ? namedTables(text) : [];
}

export function isSqlTag(tag) {
  return ts.isIdentifier(tag) && tag.text === "sql";
}

export function isTableCall({ expression }) {
  return ts.isPropertyAccessExpression(expression) && tableCalls.has(expression.name.text);
}

/** What describes rows to others names its table by a property. */
function isTableProperty({ name }) {
  return ts.isIdentifier(name) && name.text === "table";
}

/** The tables of an argument of the query builder: a name, a name with an alias, or a list of such. */
function namesIn(node) {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(namesIn);
  return ts.isStringLiteralLike(node) ? [node.text.trim().split(/\s+/)[0]] : [];
}

/** A text that is no template of SQL may be SQL all the same, whole or in part; messages to people are not. */
export function looksLikeSql(text) {
  return /\bselect\b[\s\S]*\bfrom\b|\binsert into\b|\bdelete from\b|\bupdate \S+(?: \w+)? set\b|\bjoin\b[\s\S]*\bon\b/.test(
    text,
  );
}

/** The text of a literal or a template, with a mark for each value in it. */
export function readText(node) {
  if (!ts.isTemplateExpression(node)) return node.text;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(" ? ");
}
