import { parse } from "libpg-query";

/** A query that only reads, as the one statement that it is; or what is wrong with it, in words. */
export type ParsedSelect = { text: string; problem: null } | { text: null; problem: string };

/** Functions that reach files, programs, other servers, sessions or settings, or that run a text as SQL. */
const refusedFunctions =
  /^(pg_|lo_|dblink|http|postgres_fdw_|binary_upgrade_|brin_|gin_clean|heap_|crosstab|run_command_on_|txid_current|(query|table|cursor|schema|database)_to_xml)/;
const refusedNames = new Set([
  "connectby",
  "loread",
  "lowrite",
  "master_run_on_worker",
  "nextval",
  "query_export_to_s3",
  "set_config",
  "setval",
  "sys_bineval",
  "sys_eval",
  "sys_exec",
  "table_import_from_s3",
  "ts_rewrite",
  "ts_stat",
  "xpath_table",
]);
const refusedSchemas = new Set(["aws_lambda", "aws_s3", "cron", "dblink", "dbms_pipe", "dbms_sql", "utl_file"]);
/** Those of PostgreSQL's own that tell about a value and nothing else. */
const harmless = new Set(["pg_collation_for", "pg_column_size", "pg_input_is_valid", "pg_size_pretty", "pg_typeof"]);

/** Reads a query with PostgreSQL's own parser, and takes it only as one SELECT that changes nothing. */
export async function parseSelect(query: string): Promise<ParsedSelect> {
  const refuse = (problem: string): ParsedSelect => ({ text: null, problem });
  // The parser would end at it, and the database would not.
  if (query.includes("\0")) return refuse("Remove the NUL character.");
  let tree: ParseTree;
  try {
    tree = (await parse(query)) as ParseTree;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/call stack|stack depth|memory exhausted/.test(reason)) {
      return refuse("The query is nested too deeply. Write it simpler.");
    }
    return refuse(`PostgreSQL cannot read this SELECT: ${reason}.`);
  }
  const [statement, ...more] = tree.stmts ?? [];
  if (!statement) return refuse("Write one SELECT.");
  if (more.length > 0) return refuse(`Write one SELECT; this text holds ${more.length + 1} statements.`);
  if (!("SelectStmt" in statement.stmt)) return refuse("Write one SELECT; this statement does something else.");
  const problem = findProblem(statement.stmt);
  if (problem) return refuse(problem);
  const bytes = Buffer.from(query);
  const from = statement.stmt_location ?? 0;
  return {
    text: bytes.toString("utf8", from, statement.stmt_len ? from + statement.stmt_len : undefined),
    problem: null,
  };
}

type ParseTree = { stmts?: { stmt: object; stmt_location?: number; stmt_len?: number }[] };

/** Walks everything in a statement, however deep it is. */
function findProblem(statement: object): string | null {
  const open: object[] = [statement];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== "object" || value === null) continue;
      const problem = nodeProblem(key, value);
      if (problem) return problem;
      open.push(value);
    }
  }
  return null;
}

function nodeProblem(key: string, node: object): string | null {
  switch (key) {
    case "SelectStmt":
      return null;
    case "intoClause":
      return "SELECT INTO creates a table. Remove INTO.";
    case "lockingClause":
      return "FOR UPDATE and FOR SHARE lock rows of the other database. Remove them.";
    case "ParamRef":
      return "The query has a placeholder such as $1. Write the value itself.";
    case "FuncCall":
      return nameProblem(collectTexts((node as { funcname?: unknown }).funcname));
    case "RangeVar":
      return relationProblem(node as { schemaname?: string; relname?: string });
    // A value's field may be a function as well: (value).name calls it.
    case "A_Indirection":
      return nameProblem(collectTexts((node as { indirection?: unknown }).indirection));
    case "ColumnRef": {
      const names = collectTexts((node as { fields?: unknown }).fields);
      return names.length > 1 ? nameProblem(names.slice(1)) : null;
    }
    default:
      return key.endsWith("Stmt")
        ? "The query would change the other database. Write one SELECT that only reads."
        : null;
  }
}

/** PostgreSQL's own tables and views hold passwords and read files of the server; a source has its rows elsewhere. */
function relationProblem({ schemaname = "pg_catalog", relname = "" }: { schemaname?: string; relname?: string }) {
  if (schemaname !== "pg_catalog" || !relname.startsWith("pg_")) return null;
  return `"${relname}" is a table of PostgreSQL itself. Read tables of your own; write the schema before one of this name.`;
}

function nameProblem(names: readonly string[]): string | null {
  const refused = names.find((name, place) => {
    const isLast = place === names.length - 1;
    if (!isLast) return refusedSchemas.has(name);
    return !harmless.has(name) && (refusedNames.has(name) || refusedFunctions.test(name));
  });
  return refused === undefined ? null : `"${refused}" cannot be used in a source query. Remove it.`;
}

/** The names in a list of nodes. */
function collectTexts(nodes: unknown): string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: { String?: { sval?: string } }) => node.String?.sval ?? []);
}
