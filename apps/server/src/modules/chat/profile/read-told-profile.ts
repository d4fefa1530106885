import type { Context } from "../../../platform/context.ts";
import type { ConversationRow } from "../conversation-store.ts";
import { findProfile, selectNotes } from "./profile-store.ts";

/** What a model is told of the person who asks. */
export type ToldProfile = {
  instructions: string;
  notes: readonly string[];
  /** Whether the conversation reads and fills the memory. */
  usesMemory: boolean;
};

/** What a model is told of a person in one of their conversations. */
export async function readToldProfile(
  context: Context,
  uid: string,
  { expires_at: expiresAt, about_tenant: aboutTenant }: Pick<ConversationRow, "expires_at" | "about_tenant">,
): Promise<ToldProfile> {
  const { instructions, isMemoryOn } = await findProfile(context, uid);
  // What was noted about one organisation must not reach the models of another.
  const usesMemory = expiresAt === null && aboutTenant === null;
  const notes = isMemoryOn && usesMemory ? await selectNotes(context, uid) : [];
  return { instructions, notes: notes.map(({ text }) => text), usesMemory };
}
