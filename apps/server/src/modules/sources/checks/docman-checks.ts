import { sql } from "kysely";
import { connectionFacts, tenantFacts } from "../../metrics/index.ts";
import type { Check, CheckColumn, CheckRows } from "./check.ts";
import { memberColumn } from "./check.ts";

const noun = ["document", "documents"] as const;
const document: CheckColumn[] = [
  { label: "Title", format: "text", value: "f.title" },
  { label: "Key in the source", format: "text", value: "f.source_key" },
  { label: "Created", format: "instant", value: "f.created_at" },
];
const documentType = memberColumn("Type", "document_type");
const newest = "f.created_at desc, f.source_key";

/** Every document that came through the connection. */
const documents: CheckRows = ({ tenantId, connection }) => sql`select *
  from ${connectionFacts("documents", { tenantId, connection })} row`;

/** Every reference of the connection's documents, with how many documents of one type and supplier have it. */
const references: CheckRows = ({ tenantId, connection }) => sql`select ${tenantId}::text as tenant_id, reference,
    document_type_id, supplier_id, count(*) as copies, string_agg(source_key, ', ' order by source_key) as keys
  from ${tenantFacts("documents", tenantId)} row where reference <> '' group by reference, document_type_id, supplier_id
  having bool_or(source = ${connection})`;

/** Every approval step that came through the connection; the documents may come through another. */
const steps: CheckRows = ({ tenantId, connection }) => sql`select *, (
    document_key in (select source_key from ${tenantFacts("documents", tenantId)} known)
  ) as is_known from ${connectionFacts("approval_steps", { tenantId, connection })} row`;

/** What may be wrong with documents and their approval. */
export const docmanChecks: readonly Check[] = [
  {
    id: "expired_before_created",
    name: "Expired before it was issued",
    severity: "error",
    noun,
    words: "Its expiry date is before the date it was created.",
    rows: documents,
    among: "f.expires_on is not null",
    wrong: "f.expires_on < f.day",
    columns: [...document, documentType, { label: "Expires", format: "day", value: "f.expires_on::text" }],
    order: newest,
  },
  {
    id: "perpetual_with_expiry",
    name: "Perpetual, and yet with an expiry",
    severity: "warning",
    noun,
    words: "It is marked as perpetual but has an expiry date. The date counts.",
    rows: documents,
    among: "f.is_perpetual",
    wrong: "f.expires_on is not null",
    columns: [...document, documentType, { label: "Expires", format: "day", value: "f.expires_on::text" }],
    order: newest,
  },
  {
    id: "notice_after_expiry",
    name: "Notice date after the expiry",
    severity: "warning",
    noun,
    words: "The notice date is after the expiry date.",
    rows: documents,
    among: "f.notice_on is not null and f.expires_on is not null",
    wrong: "f.notice_on > f.expires_on",
    columns: [
      ...document,
      documentType,
      { label: "Notice date", format: "day", value: "f.notice_on::text" },
      { label: "Expires", format: "day", value: "f.expires_on::text" },
    ],
    order: newest,
  },
  {
    id: "step_of_unknown_document",
    name: "Approval step of an unknown document",
    severity: "error",
    noun: ["approval step", "approval steps"],
    words: "Its document has not arrived: the wait counts, but its document cannot be shown.",
    rows: steps,
    wrong: "not f.is_known",
    columns: [
      { label: "Document key", format: "text", value: "f.document_key" },
      { label: "Step", format: "number", value: "f.step_number" },
      memberColumn("Approver", "approver"),
      { label: "Entered", format: "instant", value: "f.entered_at" },
    ],
    order: "f.entered_at desc, f.source_key",
  },
  {
    id: "document_without_type",
    name: "Document without a type",
    severity: "warning",
    noun,
    words: "It counts in the total but under no type.",
    rows: documents,
    wrong: "f.document_type_id is null",
    columns: [...document, memberColumn("Owner", "owner")],
    order: newest,
  },
  {
    id: "document_without_owner",
    name: "Document without an owner",
    severity: "warning",
    noun,
    words: "Nobody is responsible for it, and figures by owner leave it out.",
    rows: documents,
    wrong: "f.owner_id is null",
    columns: [...document, documentType],
    order: newest,
  },
  {
    id: "same_reference",
    name: "Same reference twice",
    severity: "warning",
    noun: ["reference", "references"],
    words: "Several documents of one type and supplier have the same reference, so some may be copies.",
    rows: references,
    wrong: "f.copies > 1",
    columns: [
      { label: "Reference", format: "text", value: "f.reference" },
      documentType,
      memberColumn("Supplier", "supplier"),
      { label: "Documents", format: "number", value: "f.copies" },
      { label: "Keys in the source", format: "text", value: "left(f.keys, 200)" },
    ],
    order: "f.copies desc, f.reference, f.keys",
  },
];
