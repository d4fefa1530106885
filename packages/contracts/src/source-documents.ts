import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import { connectionPath, managed, ofConnection } from "./source-routes.ts";

const documentStates = ["taken", "rejected"] as const;

const sourceDocument = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().nullable(),
  state: z.enum(documentStates),
  /** When it was last taken in or rejected. */
  at: instant,
  /** What is wrong with a rejected one, and where it stood. */
  rejection: z
    .object({ reason: z.string(), place: z.string(), fileName: z.string().nullable(), run: z.string() })
    .nullable(),
  /** An older version of what was rejected is there. */
  hasOlder: z.boolean(),
});
export type SourceDocument = z.output<typeof sourceDocument>;

export const listSourceDocuments = route({
  method: "GET",
  path: `${connectionPath}/documents`,
  ...managed,
  summary: "The documents of a connection, each once, the latest first; those that were rejected with the reason.",
  input: z.strictObject({
    ...ofConnection,
    state: z.enum(documentStates).optional(),
    search: z.string().trim().max(200).optional(),
    ...pageInput,
  }),
  output: pageSchema(sourceDocument),
});

export const listDocumentTypes = route({
  method: "GET",
  path: `${connectionPath}/document-types`,
  ...managed,
  summary: "How many documents of each type a connection has, with the last one of each.",
  input: z.strictObject(ofConnection),
  output: z.object({
    items: z.array(
      z.object({ type: z.string().nullable(), documents: z.number(), lastName: z.string(), lastAt: instant }),
    ),
    /** How many were rejected and not imported since. */
    rejected: z.number(),
  }),
});
