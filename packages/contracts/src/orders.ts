import { z } from "zod";
import { ledgerEntryHead } from "./ledger.ts";
import { rowColumn, rowDetail, rowWithKey } from "./metrics.ts";
import { type OrderPartName, orderParts } from "./order-words.ts";
import { route } from "./route.ts";

const partName = z.enum(Object.keys(orderParts) as [OrderPartName, ...OrderPartName[]]);

const orderPart = z.object({
  name: partName,
  /** Whether the caller may see it: a part that is not open says nothing else. */
  isOpen: z.boolean(),
  /** How many there are in all. */
  total: z.number(),
  columns: z.array(rowColumn),
  /** The first of its rows, from the earliest. */
  rows: z.array(rowWithKey),
});
export type OrderPart = z.output<typeof orderPart>;

export const getOrder = route({
  method: "GET",
  path: "/api/orders/{reference}",
  permission: "reports.read",
  isOpenToPlatform: true,
  summary:
    "One order across everything: its deliveries with their history, order lines and stock movements, sale lines, " +
    "documents and what was booked. Parts that the caller may not see are named as such.",
  input: z.strictObject({
    reference: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((text) => !text.includes("\0"), "A reference cannot contain the NUL character."),
  }),
  output: z.object({
    /** As it is written where it was found. */
    reference: z.string(),
    parts: z.array(orderPart),
    /** The first of its deliveries, each with its history and proof. */
    deliveries: z.array(rowDetail),
    /** The newest entries of the book; their part says how many there are. */
    entries: z.array(ledgerEntryHead),
    currency: z.string(),
    timeZone: z.string(),
  }),
  topics: ["metrics", "ledger"],
});

export const orderRoutes = { getOrder };
