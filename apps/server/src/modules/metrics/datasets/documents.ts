import type { Dataset, Measure, RelatedRows, RowColumn, RowDetail } from "../model/dataset.ts";
import { otherCurrency } from "../model/money.ts";
import { ownKeys } from "../model/own-fields.ts";

const count = (where: string, states: readonly string[] = []): Measure => ({
  kind: "sum",
  unit: "count",
  where,
  states,
});

const pendingStates = ["pending", "waiting", "awaiting", "unapproved", "undecided", "open", "in the queue", "stuck"];
export const documentNouns = ["document", "doc", "file", "paper", "paperwork", "voucher"];

export const documentDimensions = {
  document_type: "document_type_id",
  document_status: "status",
  owner: "owner_id",
  department: "department_id",
  approver: "approver_id",
  supplier: "supplier_id",
  branch: "branch_id",
};
export const documentRows: RowColumn[] = [
  { id: "document", label: "Document", format: "text", value: "source_key", isSearched: true },
  { id: "title", label: "Title", format: "text", value: "title", isSearched: true },
  { id: "reference", label: "Reference", format: "text", value: "reference", isSearched: true },
  { id: "order_reference", label: "Order", format: "text", value: "order_reference", isSearched: true },
  { dimension: "document_type" },
  { dimension: "document_status" },
  { dimension: "owner" },
  { dimension: "department" },
  { dimension: "approver" },
  { dimension: "supplier" },
  { dimension: "branch" },
];
const created: RowColumn = { id: "created_at", label: "Created", format: "instant", value: "created_at" };
const submitted: RowColumn = { id: "submitted_at", label: "Submitted", format: "instant", value: "submitted_at" };
const decided: RowColumn = { id: "decided_at", label: "Decided", format: "instant", value: "decided_at" };
const due: RowColumn = { id: "due_at", label: "Due", format: "instant", value: "due_at" };

const value: RowColumn = { id: "amount_minor", label: "Value", format: "money", value: "amount_minor" };
const terms: RowColumn[] = [
  { id: "expires_on", label: "Expires", format: "day", value: "expires_on" },
  { id: "is_perpetual", label: "Perpetual", format: "flag", value: "is_perpetual" },
  { id: "notice_on", label: "Notice date", format: "day", value: "notice_on" },
];

const columns = [
  "day as created_day",
  "tenant_id",
  "source",
  "source_key",
  "title",
  "reference",
  "order_reference",
  ...Object.values(documentDimensions),
  ...ownKeys,
  "created_at",
  "submitted_at",
  "decided_at",
  "due_at",
  "expires_on",
  "retain_until",
  "amount_minor",
  "currency",
  "is_perpetual",
  "notice_on",
  "is_rejected",
  "is_on_hold",
  "resubmissions",
  "approval_seconds",
];

/** Documents on another of their days, which must be a column with an index. */
export function documentsOn(day: string, where: string, ...more: string[]): string {
  return `select ${[...columns, `${day} as day`, ...more].join(", ")} from documents where ${where}`;
}

/** One day on which documents enter or leave a queue. */
function step(day: string, where: string, change: { pending?: 1 | -1; overdue?: 1 | -1 }): string {
  return documentsOn(day, where, `${change.pending ?? 0} as pending`, `${change.overdue ?? 0} as overdue`);
}

const stepRows: RowColumn[] = [
  { id: "step_number", label: "Place", format: "number", value: "step_number" },
  { dimension: "approval_step" },
  { dimension: "approver" },
  { id: "entered_at", label: "Entered", format: "instant", value: "entered_at" },
  decided,
  { id: "is_rejected", label: "Rejected", format: "flag", value: "is_rejected" },
  { id: "wait_seconds", label: "Wait", format: "long_duration", value: "wait_seconds" },
];

/** The way of a document through its approval; `document` is SQL of the document's key in the opened row. */
function approval(document: string): RelatedRows {
  return {
    title: "Approval steps",
    relation: `(select f.* from approval_steps f join one
      on f.tenant_id = one.tenant_id and f.source = one.source and f.document_key = ${document})`,
    dimensions: { approval_step: "approval_step_id", approver: "approver_id" },
    rows: stepRows,
    order: "f.entered_at, f.step_number",
  };
}

export const detail: RowDetail = {
  history: "history",
  moments: [
    { label: "Created", at: "created_at", kinds: ["created"] },
    { label: "Submitted", at: "submitted_at", kinds: ["submitted", "resubmitted"] },
    { label: "Decided", at: "decided_at", kinds: ["decided", "approved", "rejected"] },
    { label: "Due", at: "due_at" },
  ],
  related: [approval("one.source_key")],
};

const documents: Dataset = {
  id: "documents",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: "documents",
  dimensions: documentDimensions,
  measures: {
    // The noun alone says it.
    documents: { kind: "sum", unit: "count", states: [""] },
    // Beside values: how many could have one in this currency.
    in_currency: { kind: "sum", unit: "count", isInCurrency: true },
    size: { kind: "sum", unit: "bytes", value: "size_bytes" },
    sized: count("size_bytes is not null"),
    amount: { kind: "sum", unit: "minor", value: "amount_minor" },
    valued: count("amount_minor is not null"),
    unvalued: count("amount_minor is null"),
    // A day says more than a word: what has both ends on that day.
    perpetual: count("is_perpetual and expires_on is null"),
    termed: count("expires_on is not null or is_perpetual"),
    unknown_term: count("expires_on is null and is_perpetual is not true"),
    noticed: count("notice_on is not null"),
    other_currency: otherCurrency("amount_minor is not null"),
  },
  rollups: [
    { number: 300, dimensions: [] },
    { number: 301, dimensions: ["document_status"] },
    { number: 302, dimensions: ["document_type"] },
    { number: 303, dimensions: ["department"] },
    { number: 304, dimensions: ["branch"] },
    { number: 305, dimensions: ["approver"] },
    { number: 306, dimensions: ["owner"] },
    { number: 307, dimensions: ["supplier"] },
  ],
  rows: [
    ...documentRows,
    created,
    submitted,
    decided,
    due,
    value,
    ...terms,
    { id: "size_bytes", label: "Size in bytes", format: "number", value: "size_bytes" },
  ],
  detail,
};

const decisions: Dataset = {
  id: "document_decisions",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${documentsOn("decided_day", "decided_day is not null")})`,
  dimensions: documentDimensions,
  measures: {
    decided: { kind: "sum", unit: "count" },
    rejected: count("is_rejected", ["rejected", "reject", "turned down", "declined", "sent back", "bounced"]),
    resubmissions: { kind: "sum", unit: "count", value: "resubmissions" },
    approval_seconds: { kind: "sum", unit: "seconds", value: "approval_seconds" },
    approval_known: count("approval_seconds is not null"),
    approval_unknown: count("approval_seconds is null"),
    approval_time: { kind: "histogram", unit: "seconds", of: "approval_seconds" },
  },
  rollups: [
    { number: 320, dimensions: [] },
    { number: 321, dimensions: ["document_status"] },
    { number: 322, dimensions: ["document_type"] },
    { number: 323, dimensions: ["department"] },
    { number: 324, dimensions: ["branch"] },
    { number: 325, dimensions: ["approver"] },
    { number: 326, dimensions: ["owner"] },
    { number: 327, dimensions: ["supplier"] },
    { number: 335, dimensions: [], histogram: "approval_time" },
  ],
  rows: [
    ...documentRows,
    submitted,
    decided,
    { id: "is_rejected", label: "Rejected", format: "flag", value: "is_rejected" },
    { id: "resubmissions", label: "Resubmissions", format: "number", value: "resubmissions" },
    { id: "approval_seconds", label: "Approval time", format: "long_duration", value: "approval_seconds" },
  ],
  detail,
};

/** Each document enters and leaves on days of its own, so that a sum up to any day is the queue at its end. */
const queue: Dataset = {
  id: "document_queue",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${[
    step("submitted_day", "submitted_day is not null and (decided_day is null or decided_day > submitted_day)", {
      pending: 1,
    }),
    step("decided_day", "decided_day > submitted_day", { pending: -1 }),
    step("overdue_day", "overdue_day is not null and (decided_day is null or decided_day > overdue_day)", {
      overdue: 1,
    }),
    step("decided_day", "decided_day > overdue_day", { overdue: -1 }),
  ].join(" union all ")})`,
  // A document stands in it once for each time that it enters or leaves.
  rowKey: ["day", "pending", "overdue"],
  dimensions: documentDimensions,
  measures: {
    pending: { kind: "sum", unit: "count", where: "pending <> 0", value: "pending", states: pendingStates },
    overdue: {
      kind: "sum",
      unit: "count",
      where: "overdue <> 0",
      value: "overdue",
      states: ["overdue", "past due", "late"],
    },
  },
  rollups: [
    { number: 340, dimensions: [] },
    { number: 341, dimensions: ["document_status"] },
    { number: 342, dimensions: ["document_type"] },
    { number: 343, dimensions: ["department"] },
    { number: 344, dimensions: ["branch"] },
    { number: 345, dimensions: ["approver"] },
    { number: 346, dimensions: ["owner"] },
    { number: 347, dimensions: ["supplier"] },
  ],
  rows: [
    ...documentRows,
    { id: "day", label: "Day", format: "day", value: "day" },
    { id: "pending", label: "Change in pending", format: "number", value: "pending" },
    { id: "overdue", label: "Change in overdue", format: "number", value: "overdue" },
    submitted,
    due,
  ],
  detail,
};

const expiries: Dataset = {
  id: "document_expiries",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${documentsOn("expires_on", "expires_on is not null")})`,
  startDay: "created_day",
  dimensions: documentDimensions,
  measures: { expiring: { kind: "sum", unit: "count", states: ["expiring", "expire", "running out", "run out"] } },
  rollups: [
    { number: 360, dimensions: [] },
    { number: 361, dimensions: ["document_status"] },
    { number: 362, dimensions: ["document_type"] },
    { number: 363, dimensions: ["department"] },
    { number: 364, dimensions: ["branch"] },
    { number: 365, dimensions: ["approver"] },
    { number: 366, dimensions: ["owner"] },
    { number: 367, dimensions: ["supplier"] },
  ],
  rows: [
    ...documentRows,
    created,
    value,
    ...terms,
    { id: "retain_until", label: "Keep until", format: "day", value: "retain_until" },
    { id: "is_on_hold", label: "On hold", format: "flag", value: "is_on_hold" },
  ],
  detail,
  isFuture: true,
};

/** Each document enters with the day after its last or its notice date, and waits for notice no more once it has ended. */
const standing: Dataset = {
  id: "document_terms",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${[
    documentsOn("expired_day", "expired_day is not null", "1 as expired", "0 as notice_passed"),
    documentsOn(
      "notice_passed_day",
      "notice_passed_day is not null and (expired_day is null or expired_day > notice_passed_day)",
      "0 as expired",
      "1 as notice_passed",
    ),
    documentsOn("expired_day", "expired_day > notice_passed_day", "0 as expired", "-1 as notice_passed"),
  ].join(" union all ")})`,
  rowKey: ["day", "expired", "notice_passed"],
  dimensions: documentDimensions,
  measures: {
    expired: { kind: "sum", unit: "count", where: "expired <> 0", value: "expired" },
    notice_passed: { kind: "sum", unit: "count", where: "notice_passed <> 0", value: "notice_passed" },
  },
  rollups: [],
  rows: [
    ...documentRows,
    { id: "day", label: "Day", format: "day", value: "day" },
    created,
    value,
    ...terms,
    { id: "notice_passed", label: "Change in notice passed", format: "number", value: "notice_passed" },
  ],
  detail,
};

const notices: Dataset = {
  id: "document_notices",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${documentsOn("notice_on", "notice_on is not null")})`,
  dimensions: documentDimensions,
  measures: { due: { kind: "sum", unit: "count" } },
  rollups: [],
  rows: expiries.rows,
  detail,
  isFuture: true,
};

/** When a document may be thrown away, which has nothing to do with how long its content holds. */
const retention: Dataset = {
  id: "document_retention",
  domain: "documents",
  nouns: documentNouns,
  fact: "documents",
  relation: `(${documentsOn("retain_until", "retain_until is not null")})`,
  dimensions: documentDimensions,
  measures: { due: count("not is_on_hold"), held: count("is_on_hold") },
  rollups: [],
  rows: expiries.rows,
  detail,
  isFuture: true,
};

const approvalSteps: Dataset = {
  id: "approval_steps",
  domain: "documents",
  fact: "approval_steps",
  relation: "approval_steps",
  dimensions: {
    approval_step: "approval_step_id",
    approver: "approver_id",
    document_type: "document_type_id",
    department: "department_id",
  },
  measures: {
    wait_seconds: { kind: "sum", unit: "seconds", value: "wait_seconds" },
    decided: count("decided_at is not null"),
    wait_known: count("wait_seconds is not null"),
    undecided: count("decided_at is null"),
    wait_time: { kind: "histogram", unit: "seconds", of: "wait_seconds" },
  },
  rollups: [
    { number: 370, dimensions: [] },
    { number: 371, dimensions: ["approval_step"] },
    { number: 372, dimensions: ["document_type"] },
    { number: 373, dimensions: ["department"] },
    { number: 374, dimensions: ["approver"] },
    { number: 375, dimensions: [], histogram: "wait_time" },
  ],
  rows: [
    { id: "step", label: "Step", format: "text", value: "source_key", isSearched: true },
    { id: "document_key", label: "Document", format: "text", value: "document_key", isSearched: true },
    ...stepRows,
    { dimension: "document_type" },
    { dimension: "department" },
  ],
  detail: {
    moments: [
      { label: "Entered", at: "entered_at" },
      { label: "Decided", at: "decided_at" },
    ],
    related: [approval("one.document_key")],
  },
};

export const documentDatasets: Dataset[] = [
  documents,
  decisions,
  queue,
  expiries,
  standing,
  notices,
  retention,
  approvalSteps,
];
