import type { FieldMapping, SourceMapping, SourceName, TargetField } from "@console/contracts";
import { loadTables } from "../../metrics/index.ts";
import { listColumns } from "../computed/compile-mapping.ts";
import { listFields, tablesForSource } from "./target-tables.ts";

/** Words for the key of a list, by the list that they tell. */
const listWords: Readonly<Record<string, readonly string[]>> = {
  Product: ["sku", "product", "product code", "product id", "item", "item code", "article", "article number"],
  Branch: ["branch", "branch code", "branch id", "store code", "store id", "shop id"],
  Customer: ["customer", "customer code", "customer id", "client id"],
  Supplier: ["supplier", "supplier code", "supplier id", "vendor id"],
  Warehouse: ["warehouse", "warehouse code", "warehouse id"],
  Driver: ["driver", "driver id", "agent id"],
  Account: ["account", "account number", "account code", "account id"],
};

/** Words that sources use for our fields; a field's own name and label count as well. */
const synonyms: Record<string, readonly string[]> = {
  source_key: ["id", "key", "uid", "uuid", "reference id", "record id", "line id", "row id"],
  moved_at: ["date", "movement date", "posting date", "timestamp", "datetime"],
  movement_type: ["type", "movement", "transaction type"],
  quantity_milli: ["qty", "quantity", "units", "amount of units"],
  value_minor: ["value", "amount", "total value"],
  unit_cost_minor: ["cost", "unit cost", "price"],
  product: ["sku", "item", "article", "product name", "item name", "item code"],
  warehouse: ["site", "location", "store", "warehouse name"],
  category: ["product group", "group", "class"],
  supplier: ["vendor", "supplier name"],
  sold_at: ["date", "sale date", "time", "timestamp", "datetime", "sold on"],
  receipt_key: ["receipt", "receipt number", "invoice", "invoice number", "ticket", "order number", "bill"],
  gross_minor: ["gross", "gross sales", "total", "amount", "sales", "price"],
  discount_minor: ["discount", "discounts"],
  cost_minor: ["cost", "cogs", "cost of goods"],
  currency: ["currency code", "ccy", "iso currency"],
  branch: ["store", "shop", "branch name", "outlet"],
  salesperson: ["cashier", "seller", "employee", "staff"],
  payment_method: ["payment", "tender", "paid by"],
  target_minor: ["target", "goal", "budget"],
  day: ["date"],
  opened_at: ["opened", "opening date"],
  title: ["name", "document", "document name", "file name"],
  document_type: ["type", "kind"],
  created_at: ["created", "date", "creation date", "created on"],
  submitted_at: ["submitted", "submission date"],
  decided_at: ["decided", "approved at", "approval date", "decision date"],
  expires_on: ["expiry", "expires", "expiry date", "valid until", "expiration date", "expiration", "end date"],
  is_perpetual: ["perpetual", "indefinite"],
  notice_on: ["notice", "notice date", "notice by", "notice deadline", "last day of notice"],
  retain_until: ["retention", "retention date", "keep until"],
  status: ["state"],
  driver: ["agent", "courier", "driver name"],
  due_at: ["due", "due date", "promised", "deadline", "estimated delivery", "estimated delivery date", "eta"],
  distance_metres: ["distance", "metres", "meters", "distance in meters"],
  completed_at: ["completed", "delivered at", "done"],
  customer: ["client", "customer name"],
  amount_minor: ["amount", "value", "total", "contract value", "contract amount"],
  posted_at: ["date", "posting date"],
  account: ["account name", "gl account"],
  entry_key: ["entry", "journal", "voucher"],
  ordered_at: ["order date", "ordered"],
  ordered_milli: ["ordered", "ordered quantity", "qty ordered"],
  shipped_milli: ["shipped quantity", "qty shipped"],
  order_reference: ["order", "order number", "order id"],
  key: [...Object.values(listWords).flat(), "code", "id"],
  name: ["description", "full name", "product name", "item name", "branch name", "store name", "customer name"],
  region: ["area", "district"],
};

/** The table and the columns that fit a file best, by their names. */
export function suggestMapping(source: SourceName, columns: readonly string[], fact?: string): SourceMapping {
  const candidates = tablesForSource(source)
    .filter((one) => fact === undefined || one.fact === fact)
    .map((one) => matchTable(one.fact, columns));
  const list = candidates.find(({ isList }) => isList);
  // A file of names has nothing that facts are made of: neither a time nor an amount.
  const isOfNames = candidates.every((one) => one.isList || !one.hasFigures);
  if (list && (fact !== undefined || (isOfNames && list.fields.key && Object.keys(list.fields).length > 2))) {
    return { fact: list.fact, fields: list.fields };
  }
  // Where no table is meant rather than another, it is the one that the source is mostly for.
  const meant = candidates.filter(({ isMeant, isList }) => isMeant && !isList).sort((a, b) => b.score - a.score);
  const best = meant[0] ?? candidates[0];
  return { fact: best?.fact ?? "", fields: best?.fields ?? {} };
}

/**
 * A mapping with what fits by name where it says nothing. A field that it names stays as it is, also an empty one, and
 * no column that it uses is taken for another field.
 */
export function completeMapping(
  source: SourceName,
  existing: SourceMapping | undefined,
  columns: readonly string[],
): SourceMapping {
  const used = new Set(Object.values(existing?.fields ?? {}).map(({ from }) => from));
  const free = listColumns(existing ?? {}, columns).filter((column) => !used.has(column));
  const { fact, fields } = suggestMapping(source, free, existing?.fact || undefined);
  return { ...existing, fact, fields: { ...fields, ...existing?.fields } };
}

function matchTable(fact: string, columns: readonly string[]) {
  const table = loadTables.find((one) => one.table === fact);
  const targets = table ? listFields(table) : [];
  const pairs = targets
    .flatMap((target) => columns.map((column) => ({ target, column, fit: scoreFit(target, column) })))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit);
  const fields: SourceMapping["fields"] = {};
  const used = new Set<string>();
  let score = 0;
  for (const { target, column, fit } of pairs) {
    if (fields[target.name] || used.has(column)) continue;
    fields[target.name] = { from: column };
    used.add(column);
    score += fit * (target.isRequired ? 3 : 1);
  }
  const needed = targets.filter(({ isRequired }) => isRequired);
  const lacking = needed.filter(({ name }) => !fields[name]).length;
  const hasFigures = needed.some(({ name, type }) => type !== "member" && fields[name]);
  const isList = table?.keyFields !== undefined;
  if (isList) fields.list ??= guessList(fields.key?.from);
  return { fact, fields, score: score - 3 * lacking, isMeant: lacking < needed.length, hasFigures, isList };
}

/** The list that the name of its key tells. */
function guessList(key: string | undefined): FieldMapping {
  const words = Object.entries(listWords).find(([, own]) => own.some((word) => plain(word) === plain(key ?? "")));
  return words ? { constant: words[0] } : {};
}

/** How well a column's name fits a field: its own name best, then its label, then what others call it. */
function scoreFit({ name, label }: TargetField, column: string): number {
  const columnWord = plain(column);
  if (columnWord === plain(name)) return 4;
  if (columnWord === plain(label)) return 3;
  const place = (synonyms[name] ?? []).findIndex((word) => plain(word) === columnWord);
  return place < 0 ? 0 : 2 - place / 20;
}

function plain(text: string): string {
  return text
    .replace(/^\//, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/s$/, "");
}
