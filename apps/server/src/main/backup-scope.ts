import type { BackupScope } from "../platform/backup/make-backup.ts";

/** What is in a backup beside the rows, and which rows are not. */
export const backupScope: Pick<BackupScope, "folders" | "leftOut"> = {
  // Files that are still to be taken in, and the signed digests of the audit log.
  folders: ["imports", "audit", "ledger"],
  // Events are ordered by the transactions of one cluster, and open pages alone read them. Log lines are many and tell
  // of the past; the audit log is in.
  leftOut: ["events", "log_lines"],
};
