import type { RetentionRule } from "../../platform/retention/retention-rule.ts";
import { deleteConversationsBefore, deleteExpiredConversations } from "./conversation-store.ts";
import { deleteEndedFiles } from "./files/file-store.ts";

/** Conversations are kept for a while after their last message, temporary ones for a day, files until they end. */
export const chatRetentionRules: readonly RetentionRule[] = [
  {
    days: "conversations",
    hasTenantRows: true,
    async remove(context, before) {
      await deleteExpiredConversations(context);
      await deleteEndedFiles(context);
      await deleteConversationsBefore(context, before);
    },
  },
];
