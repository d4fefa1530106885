import { z } from "zod";
import { route } from "./route.ts";
import { ofTenant } from "./source-routes.ts";

/** The tables that have room for own fields: those whose rows are counted, and not only looked up. */
export const factsWithOwnFields: readonly string[] = [
  "delivery_tasks",
  "stock_movements",
  "order_lines",
  "sale_lines",
  "documents",
  "ledger_postings",
];

const fact = z.string().min(1).max(64);
/** Whatever cannot be seen, turns the direction of writing, or is no character: two names would look the same by it. */
const unseen = "\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800";
const label = z
  .string()
  .normalize("NFC")
  .trim()
  .min(1, "Give the field a name.")
  .max(60, "Use up to 60 characters.")
  .regex(new RegExp(`^[^${unseen}]*$`, "u"), "Use letters, digits and visible symbols.");
const ofField = { ...ofTenant, fact, number: z.coerce.number().int().min(1).max(10) };
const base = "/api/tenants/{tenantId}/own-fields" as const;
const imported = {
  permission: "sources.import",
  topics: ["sources", "metrics", "reports"],
  actsIn: "tenantId",
} as const;

/** A column that a tenant keeps of its own, beside those that every tenant has. */
const ownField = z.object({
  fact: z.string(),
  number: z.number(),
  label: z.string(),
  /** Its number may have been another field's before; its id never was. */
  id: z.string(),
  /** Its name among the fields that a mapping fills. */
  field: z.string(),
  /** The dimension by which figures can be asked and narrowed. */
  dimension: z.string(),
  /** How many different values it has. */
  values: z.number(),
  /** It is not shown any more, and its values are being cleared. */
  isBeingRemoved: z.boolean(),
});
export type OwnField = z.output<typeof ownField>;

export const listOwnFields = route({
  method: "GET",
  path: base,
  ...imported,
  summary: "The fields that a tenant keeps of its own, and the tables that have room for them.",
  input: z.strictObject(ofTenant),
  output: z.object({
    items: z.array(ownField),
    tables: z.array(z.object({ fact: z.string(), label: z.string() })),
    /** How many a table can have. */
    most: z.number(),
  }),
});

export const addOwnField = route({
  method: "POST",
  path: base,
  ...imported,
  status: 201,
  summary: "Makes room for a column of the tenant's own; a mapping fills it, and reports are narrowed and split by it.",
  input: z.strictObject({ ...ofTenant, fact, label }),
  output: ownField,
});

export const renameOwnField = route({
  method: "PATCH",
  path: `${base}/{fact}/{number}`,
  ...imported,
  summary: "Calls an own field otherwise; its values stay.",
  input: z.strictObject({ ...ofField, label }),
  output: ownField,
});

export const removeOwnField = route({
  method: "DELETE",
  path: `${base}/{fact}/{number}`,
  ...imported,
  status: 202,
  summary: "Removes an own field from reports and mappings at once, and clears its values in the background.",
  input: z.strictObject(ofField),
  output: ownField,
});
