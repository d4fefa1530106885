import type { SourceName, TargetField } from "@console/contracts";
import { AppError } from "../../../platform/errors.ts";
import {
  type Column,
  type FactTable,
  type IdentifiedField,
  isMember,
  listName,
  loadTables,
  ownFieldName,
  ownFieldNames,
  plainFieldName,
} from "../../metrics/index.ts";

/** What every source can bring beside its facts. */
const lists = { fact: "member_details", label: "Names and groups" };

/** The tables that each source can fill, with what people call their rows. */
const tables: Record<SourceName, readonly { fact: string; label: string }[]> = {
  tookan: [{ fact: "delivery_tasks", label: "Deliveries" }, lists],
  warehouse: [
    { fact: "stock_movements", label: "Stock movements" },
    { fact: "stock_counts", label: "Counted stock" },
    { fact: "stock_items", label: "Stock items" },
    { fact: "order_lines", label: "Order lines" },
    lists,
  ],
  genesis: [
    { fact: "sale_lines", label: "Sales" },
    { fact: "branches", label: "Branches" },
    { fact: "sales_targets", label: "Sales targets" },
    { fact: "ledger_postings", label: "Ledger postings" },
    lists,
  ],
  docman: [{ fact: "documents", label: "Documents" }, { fact: "approval_steps", label: "Approval steps" }, lists],
};

/** The tables of a source. */
export function tablesForSource(source: SourceName): readonly { fact: string; label: string }[] {
  return tables[source];
}

/** What people call the rows of a table. */
export function labelForTable(fact: string): string {
  const table = Object.values(tables)
    .flat()
    .find((one) => one.fact === fact);
  return table?.label ?? fact;
}

/** A table of facts by its name, if a source may fill it. */
export function requireTable(source: SourceName, fact: string): FactTable {
  const table = tables[source].some((one) => one.fact === fact) && loadTables.find(({ table }) => table === fact);
  if (table) return table;
  const message = `Choose one of: ${tables[source].map((one) => one.fact).join(", ")}.`;
  throw new AppError("invalid_input", `The source ${source} has no table "${fact}".`, {
    fields: { "mapping.fact": message },
  });
}

/** The lists whose names rows of a source have. */
export function listDimensions(source: SourceName): string[] {
  const columns = tables[source].flatMap(({ fact }) => Object.values(requireTable(source, fact).columns));
  return [...new Set(columns.flatMap((column) => (isMember(column) ? [column.type.member] : [])))];
}

/** The field that tells rows apart; where a source has none, it is made of the row itself. */
const keyField: TargetField = {
  name: "source_key",
  label: "Key in the source",
  type: "text",
  choices: [],
  isRequired: false,
};

/** What can be filled in a table of every tenant, the key first where the source has its own. */
export function listFields({ columns, keyFields }: FactTable): TargetField[] {
  return [
    ...(keyFields ? [] : [keyField]),
    ...Object.entries(columns).flatMap(([name, column]) => {
      const type = fieldType(name, column);
      if (type === null || column.isInternal || ownFieldNames.includes(name)) return [];
      const { type: kind } = column;
      const choices = typeof kind === "object" && "fixed" in kind ? [...kind.fixed] : [];
      const { endless, isDayEnd, monthEnd, isRequired = false } = column;
      const isWhole = type === "number" && kind === "integer";
      const special = {
        ...(endless && { endless }),
        ...(isDayEnd && { isDayEnd }),
        ...(isWhole && { isWhole }),
        ...(monthEnd && { monthEnd }),
      };
      return [{ name, label: fieldLabel(name, column), type, choices, isRequired, ...special }];
    }),
  ];
}

/** What can be filled in a table beside that, because the tenant keeps it. */
export function listOwnTargets(fact: string, ownFields: readonly IdentifiedField[]): TargetField[] {
  const own = ownFields.filter((one) => one.fact === fact);
  return own.map(({ number, label, id }) => ({
    name: ownFieldName(number),
    label,
    type: "member",
    choices: [],
    isRequired: false,
    ownField: id,
  }));
}

/** What people write into a column; null for those that no file has. */
function fieldType(name: string, { type }: Column): TargetField["type"] | null {
  if (typeof type === "object") return "member" in type ? "member" : "choice";
  if (type === "json") return null;
  if (name.endsWith("_minor")) return "money";
  if (name.endsWith("_milli")) return "quantity";
  if (type === "integer" || type === "decimal") return "number";
  return type;
}

/** Names that say too little by themselves. */
const fieldLabels: Readonly<Record<string, string>> = {
  distance_metres: "Distance in metres",
  notice_on: "Notice date",
  counted_milli: "Counted quantity",
  key: "Key in the facts",
};

/** What people call a field of a table. */
export function labelForField(fact: string, name: string): string {
  const column = loadTables.find(({ table }) => table === fact)?.columns[name];
  return column ? fieldLabel(name, column) : name;
}

/** What a field is called: one that names members of a dimension as the product calls the dimension. */
function fieldLabel(name: string, column: Column): string {
  if (isMember(column) && column.type.member === name) return listName(name);
  return fieldLabels[name] ?? plainFieldName(name);
}
