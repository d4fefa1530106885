import { z } from "zod";
import { type Context, platformTenant } from "../../platform/context.ts";
import { defineJob, enqueue } from "../../platform/jobs/define-job.ts";

/** All that is a person's own here; messages go with their conversations. */
const ownTables = [
  "conversations",
  "assistant_files",
  "assistant_pins",
  "assistant_own_prompts",
  "assistant_profiles",
  "assistant_notes",
  "conversation_openings",
  "conversation_shares",
] as const;

/** Removes what someone told the assistant and was answered, once they are gone for good. */
export const forgetPersonJob = defineJob({
  name: "assistant.forget-person",
  input: z.object({ uid: z.string() }),
  attempts: 10,
  logPart: "assistant",
  async run({ db, tenantId }, { uid }) {
    for (const table of ownTables) {
      await db.deleteFrom(table).where("tenant_id", "=", tenantId).where("owner_uid", "=", uid).execute();
    }
  },
});

/** Promises that in the tenant of the person, whose wall the caller may stand outside of. */
export async function forgetPerson(
  context: Context,
  { uid, tenantId }: { uid: string; tenantId: string | null },
): Promise<void> {
  const own = { ...context, tenantId: tenantId ?? platformTenant };
  await enqueue(own, forgetPersonJob, { uid }, { key: `${forgetPersonJob.name}:${uid}` });
}
