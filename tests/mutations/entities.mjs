const entities = "apps/server/src/platform/entities";
const statementTests = [`${entities}/entity-statement.test.ts`];
const entityTests = [`${entities}/entities.test.ts`];

/** Lists, forms and acts of administration. */
export const entity = [
  {
    name: "entities are read without their tenant",
    file: `${entities}/entity-statement.ts`,
    find: "...(entity.isOfTenant ? [sql`r.tenant_id = ${context.tenantId}`] : []), ",
    replace: "",
    tests: statementTests,
  },
  {
    name: "an entity's own scope is dropped",
    file: `${entities}/entity-statement.ts`,
    find: ", ...(own ? [own] : [])];",
    replace: "];",
    tests: statementTests,
  },
  {
    name: "a row is found whoever asks for it",
    file: `${entities}/read-entity.ts`,
    find: "sql.join([sql`${idColumn(entity)} = ${id}`, ...scopeCondition(context, entity)], sql` and `)",
    replace: "sql.join([sql`${idColumn(entity)} = ${id}`], sql` and `)",
    tests: statementTests,
  },
  {
    name: "a list leaves out what must hold of its rows",
    file: `${entities}/entity-statement.ts`,
    find: "    ...scopeCondition(context, entity),\n    ...buildSearch",
    replace: "    ...buildSearch",
    tests: statementTests,
  },
  {
    name: "a row of another tenant is written",
    file: `${entities}/save-entity.ts`,
    find: "${entity.isOfTenant ? sql`and tenant_id = ${tenantId}` : sql``}",
    replace: "${sql``}",
    tests: statementTests,
  },
  {
    name: "a row that someone else has changed is written over",
    file: `${entities}/save-entity.ts`,
    find: "= ${row.id} and version = ${row.version}",
    replace: "= ${row.id}",
    tests: statementTests,
  },
  {
    name: "a change to an old version is taken",
    file: `${entities}/save-entity.ts`,
    find: "  if (version !== null && before.version !== version) throw await conflict(context, entity, before);\n",
    replace: "",
    tests: entityTests,
  },
  {
    name: "a filter with > finds what is smaller",
    file: `${entities}/entity-statement.ts`,
    find: 'return sign === "<" ?',
    replace: 'return sign === ">" ?',
    tests: entityTests,
  },
  {
    name: "an act is done whatever the state of a row",
    file: `${entities}/act-on-entity.ts`,
    find: "if (act.when && !act.when.values.includes(",
    replace: "if (act.when && act.when.values.length === 0 && !act.when.values.includes(",
    tests: entityTests,
  },
  {
    name: "a page of a list repeats its last row",
    file: `${entities}/read-entity.ts`,
    find: "positions.findIndex((one) => one.row_id === lastId) + 1",
    replace: "positions.findIndex((one) => one.row_id === lastId)",
    tests: [`${entities}/read-entity.test.ts`],
  },
];
