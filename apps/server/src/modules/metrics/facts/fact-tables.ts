import { listedGroups } from "../model/completions.ts";
import {
  accountTypes,
  cashSteps,
  deliveryStatuses,
  dimensions,
  documentStatuses,
  movementTypes,
  taskTypes,
  toCode,
} from "../model/dimensions.ts";
import { ownDimension, ownFieldNames } from "../model/own-fields.ts";
import { mostTargetDays } from "../model/target-days.ts";
import { type Column, columns, type FactTable, fixed, flags, member, required, small } from "./fact-table.ts";

/** Room for the fields that tenants keep of their own. */
function ownColumns(fact: string): Record<string, Column> {
  return Object.fromEntries(ownFieldNames.map((name) => [name, member(ownDimension(fact, name))]));
}

const deliveryTasks: FactTable = {
  table: "delivery_tasks",
  columns: {
    task_type: { ...fixed(taskTypes), ifEmpty: toCode(taskTypes, "Delivery") },
    status: required(fixed(deliveryStatuses)),
    driver: member("driver"),
    vehicle: member("vehicle"),
    route: member("route"),
    depot: member("depot"),
    zone: member("zone"),
    customer: member("customer"),
    service_level: member("service_level"),
    failure_reason: member("failure_reason"),
    created_at: required("instant"),
    ...columns("instant", "assigned_at", "accepted_at", "started_at", "arrived_at", "completed_at", "due_at"),
    ...columns("integer", "distance_metres"),
    rating: small,
    attempts: { ...small, ifEmpty: 0 },
    ...columns("currency", "currency"),
    ...columns("integer", "cost_minor", "cod_due_minor", "cod_collected_minor", "cod_handed_over_minor"),
    ...flags("is_cancelled", "has_gps", "has_proof", "is_closed_by_admin"),
    ...columns("decimal", "latitude", "longitude"),
    ...columns("text", "order_reference", "address"),
    ...columns("json", "history", "custom"),
    ...ownColumns("delivery_tasks"),
  },
  days: ["day"],
  dayFields: ["due_at", "created_at"],
};

const item = {
  warehouse: required(member("warehouse")),
  product: required(member("product")),
  category: member("category"),
  supplier: member("supplier"),
  bin_zone: member("bin_zone"),
  abc_class: member("abc_class"),
};

export const stockItems: FactTable = {
  table: "stock_items",
  columns: {
    ...item,
    listed_at: required("instant"),
    ...columns("currency", "currency"),
    ...columns("integer", "reorder_point_milli", "unit_cost_minor"),
    lead_time_days: { type: "integer", most: 2_147_483_647 },
    ...columns("json", "custom"),
  },
  days: ["day"],
  dayFields: ["listed_at"],
  completes: "stock_movements",
};

/** What was on the shelf; it becomes movements of what was found more or less than was known. */
export const stockCounts: FactTable = {
  table: "stock_counts",
  columns: {
    warehouse: item.warehouse,
    product: item.product,
    counted_at: { type: "instant", isRequired: true, isDayEnd: true },
    counted_milli: required("integer"),
    ...columns("currency", "currency"),
    ...columns("integer", "unit_cost_minor"),
    ...columns("json", "custom"),
  },
  days: ["day"],
  dayFields: ["counted_at"],
  amountField: "counted_milli",
  completes: "stock_movements",
  // The same item at the same moment is the same count, so that a corrected file replaces it.
  keyFields: ["counted_at", "warehouse", "product"],
  judge: ({ counted_milli: counted }) =>
    Number(counted) < 0 ? { field: "counted_milli", message: "A count cannot be below zero." } : null,
};

export const stockMovements: FactTable = {
  table: "stock_movements",
  columns: {
    ...item,
    movement_type: required(fixed(movementTypes)),
    moved_at: required("instant"),
    quantity_milli: required("integer"),
    ...columns("currency", "currency"),
    ...columns("integer", "value_minor"),
    ...columns("instant", "docked_at", "stored_at"),
    ...columns("text", "reason", "reference"),
    ...columns("json", "custom"),
    ...ownColumns("stock_movements"),
  },
  days: ["day"],
  dayFields: ["moved_at"],
  amountField: "quantity_milli",
};

const orderLines: FactTable = {
  table: "order_lines",
  columns: {
    ...item,
    order_reference: required("text"),
    ordered_at: required("instant"),
    ordered_milli: required("integer"),
    ...columns("instant", "picked_at", "shipped_at"),
    ...columns("integer", "shipped_milli"),
    ...columns("flag", "is_picked_right"),
    ...columns("json", "custom"),
    ...ownColumns("order_lines"),
  },
  days: ["day"],
  dayFields: ["shipped_at", "picked_at", "ordered_at"],
  amountField: "ordered_milli",
};

const branches: FactTable = {
  table: "branches",
  columns: {
    branch: required(member("branch")),
    region: member("region"),
    opened_at: required("instant"),
    ...columns("instant", "closed_at"),
    area_square_metres: { type: "integer", most: 2_147_483_647 },
    ...columns("decimal", "latitude", "longitude"),
    ...columns("json", "custom"),
  },
  days: ["day"],
  dayFields: ["opened_at"],
};

const saleLines: FactTable = {
  table: "sale_lines",
  columns: {
    branch: member("branch"),
    region: member("region"),
    product: member("product"),
    category: member("category"),
    salesperson: member("salesperson"),
    payment_method: member("payment_method"),
    customer_segment: member("customer_segment"),
    channel: member("channel"),
    receipt_key: required("text"),
    sold_at: required("instant"),
    quantity_milli: required("integer"),
    ...columns("currency", "currency"),
    gross_minor: required("integer"),
    ...columns("text", "customer_key", "order_reference"),
    ...flags("is_return"),
    ...columns("integer", "discount_minor", "cost_minor"),
    ...columns("json", "custom"),
    ...ownColumns("sale_lines"),
  },
  days: ["day"],
  dayFields: ["sold_at"],
  amountField: "gross_minor",
};

const salesTargets: FactTable = {
  table: "sales_targets",
  columns: {
    branch: member("branch"),
    region: member("region"),
    day: { type: "day", isRequired: true, monthEnd: "last_day" },
    ...columns("day", "last_day"),
    ...columns("currency", "currency"),
    target_minor: required("integer"),
    ...columns("json", "custom"),
  },
  // It is spread over the days up to its last one.
  days: Array.from({ length: mostTargetDays }, (_, step) =>
    step === 0 ? "day" : `case when last_day >= day + ${step} then day + ${step} end`,
  ),
  dayFields: ["day"],
  amountField: "target_minor",
  judge: ({ day, last_day }) => {
    if (typeof day !== "string" || typeof last_day !== "string") return null;
    const days = (Date.parse(last_day) - Date.parse(day)) / 86_400_000 + 1;
    if (days < 1) return { field: "last_day", message: "The last day is before the first." };
    return days > mostTargetDays ? { field: "last_day", message: "A target is for a month at most." } : null;
  },
};

const documents: FactTable = {
  table: "documents",
  columns: {
    title: required("text"),
    status: required(fixed(documentStatuses)),
    document_type: member("document_type"),
    owner: member("owner"),
    department: member("department"),
    approver: member("approver"),
    supplier: member("supplier"),
    branch: member("branch"),
    created_at: required("instant"),
    ...columns("instant", "submitted_at", "decided_at", "due_at"),
    expires_on: { type: "day", endless: "is_perpetual" },
    ...columns("flag", "is_perpetual"),
    ...columns("day", "notice_on", "retain_until"),
    ...columns("currency", "currency"),
    ...columns("integer", "amount_minor"),
    ...flags("is_rejected", "is_on_hold"),
    resubmissions: { ...small, ifEmpty: 0 },
    ...columns("integer", "size_bytes"),
    ...columns("text", "reference", "order_reference"),
    ...columns("json", "history", "custom"),
    ...ownColumns("documents"),
  },
  days: ["day", "submitted_day", "decided_day", "overdue_day", "expires_on", "expired_day"],
  dayFields: ["created_at"],
};

const approvalSteps: FactTable = {
  table: "approval_steps",
  columns: {
    document_key: required("text"),
    step_number: required(small),
    approval_step: member("approval_step"),
    document_type: member("document_type"),
    department: member("department"),
    approver: member("approver"),
    entered_at: required("instant"),
    ...columns("instant", "decided_at"),
    ...flags("is_rejected"),
    ...columns("json", "custom"),
  },
  days: ["day"],
  dayFields: ["decided_at", "entered_at"],
};

/** The source of the postings that the book writes; nothing else writes it. */
export const bookSource = "ledger";

export const ledgerPostings: FactTable = {
  table: "ledger_postings",
  columns: {
    entry_key: required("text"),
    account: required(member("account")),
    account_type: required(fixed(accountTypes)),
    cost_center: member("cost_center"),
    branch: member("branch"),
    customer: member("customer"),
    supplier: member("supplier"),
    driver: member("driver"),
    cash_step: { ...fixed(cashSteps), isInternal: true },
    posted_at: required("instant"),
    ...columns("currency", "currency"),
    amount_minor: required("integer"),
    ...columns("day", "due_day"),
    ...columns("text", "text", "order_reference"),
    ...columns("json", "custom"),
    ...ownColumns("ledger_postings"),
  },
  // A posting enters and leaves the ageing buckets on days that follow from its due day.
  days: ["day", "late_1_day", "late_31_day", "late_61_day", "late_91_day"],
  dayFields: ["posted_at"],
  amountField: "amount_minor",
};

export const factTables: readonly FactTable[] = [
  deliveryTasks,
  stockItems,
  stockCounts,
  stockMovements,
  orderLines,
  branches,
  saleLines,
  salesTargets,
  documents,
  approvalSteps,
  ledgerPostings,
];

/** The dimensions whose members a list can name. The number of a list is kept with its rows, so new ones go to the end. */
const listedDimensions: readonly string[] = [
  "product",
  "branch",
  "customer",
  "driver",
  "supplier",
  "warehouse",
  "account",
  "category",
  "region",
  "salesperson",
  "payment_method",
  "customer_segment",
  "channel",
  "vehicle",
  "route",
  "depot",
  "zone",
  "service_level",
  "failure_reason",
  "bin_zone",
  "abc_class",
  "document_type",
  "owner",
  "department",
  "approver",
  "approval_step",
  "cost_center",
];

const labels: ReadonlyMap<string, string> = new Map(dimensions.map(({ id, label }) => [id, label]));

/** A list as people name it: as the dimension is called everywhere. */
export function listName(dimension: string): string {
  return labels.get(dimension) ?? dimension;
}

/** Names and groups of members: no facts, but loaded, counted and undone like them. */
export const memberDetails: FactTable = {
  table: "member_details",
  columns: {
    list: required(fixed(listedDimensions.map(listName))),
    key: { type: "text", most: 180, isRequired: true },
    name: { type: "text", most: 200 },
    category: member("category"),
    supplier: member("supplier"),
    abc_class: member("abc_class"),
    region: member("region"),
  },
  days: [],
  dayFields: [],
  keyFields: ["list", "key"],
  judge: ({ list, ...fields }) => {
    const dimension = listedDimensions.find((one) => listName(one) === list) ?? "";
    const own = listedGroups[dimension] ?? [];
    const strange = Object.values(listedGroups)
      .flat()
      .find((group) => !own.includes(group) && (fields[group] ?? null) !== null);
    return strange === undefined ? null : { field: strange, message: `The list ${list} has no such group.` };
  },
};

/** The member that a row of a list is about, by the key of the row. */
export function readDetailKey(sourceKey: string): { dimension: string; key: string } {
  const end = sourceKey.indexOf("|");
  const dimension = listedDimensions.find((one) => listName(one) === sourceKey.slice(0, end)) ?? "";
  return { dimension, key: sourceKey.slice(end + 1) };
}

/** The number of the list that names the members of a dimension; 0 where there is none. */
export function listNumber(dimension: string): number {
  return listedDimensions.indexOf(dimension) + 1;
}

/** All tables that loads write to. */
/** The name of a field in words; amounts and quantities without the unit that they are kept in. */
export function plainFieldName(name: string): string {
  const words = name.replace(/_(minor|milli)$/, "").replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const loadTables: readonly FactTable[] = [...factTables, memberDetails];
