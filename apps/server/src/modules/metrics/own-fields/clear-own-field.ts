import { z } from "zod";
import { defineJob, type LongWork } from "../../../platform/jobs/define-job.ts";
import { takeTurn } from "../facts/fact-store.ts";
import { dimensionForOwnField } from "../model/own-fields.ts";
import { type ClearedUpTo, clearValues, forgetField, isToBeCleared } from "./own-field-store.ts";

const rowsAtOnce = 5000;

// Jobs from before fields had ids name none.
const input = z.object({ fact: z.string(), number: z.number(), id: z.string().optional() });

/** Clears the values of a field that was removed, some rows at a time; what is cleared is cleared for good. */
export const clearOwnFieldJob = defineJob({
  name: "facts.clear-own-field",
  input,
  attempts: 10,
  runLong: clearOwnField,
});

async function clearOwnField({ inTenant, signal }: LongWork, field: z.output<typeof input>): Promise<void> {
  let after: ClearedUpTo | null = { source: "", key: "" };
  while (after) {
    if (signal.aborted) return;
    const place: ClearedUpTo = after;
    after = await inTenant(async (context) => {
      await takeTurn(context, field.fact);
      if (!(await isToBeCleared(context, field))) return null;
      return clearValues(context, field, { after: place, limit: rowsAtOnce });
    });
  }
  await inTenant(async (context) => {
    if (await isToBeCleared(context, field)) await forgetField(context, field, dimensionForOwnField(field));
  });
}
