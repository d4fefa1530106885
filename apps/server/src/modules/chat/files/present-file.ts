import type { OwnFile } from "@console/contracts";
import type { ListedFile } from "./file-store.ts";

/** A file as its owner reads it. */
export function presentFile(row: ListedFile): OwnFile {
  return {
    id: row.id,
    name: row.name,
    bytes: row.bytes,
    state: row.state,
    progress: row.progress,
    problem: row.problem,
    remark: row.remark,
    pages: row.pages,
    isKept: row.is_kept,
    usedAt: row.used_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    conversations: row.conversations,
  };
}
