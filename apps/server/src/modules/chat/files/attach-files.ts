import type { Attachment } from "@console/contracts";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { requireAttachments } from "./file-rules.ts";
import { selectFiles } from "./file-store.ts";

/** Files of the caller's own that are about to be attached, in the order in which they were chosen. */
export async function requireAttachable(
  context: Context,
  ids: readonly string[],
  aboutTenant: string | null,
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  await requireAttachments(context, aboutTenant);
  const chosen = [...new Set(ids)];
  const rows = new Map((await selectFiles(context, requirePerson(context), chosen)).map((row) => [row.id, row]));
  return chosen.map((id) => {
    const row = rows.get(id);
    if (!row) throw new AppError("not_found", "A file is not there any more. Remove it from your message.");
    if (row.state === "failed") throw new AppError("conflict", row.problem ?? `${row.name} could not be read.`);
    if (row.state !== "ready")
      throw new AppError("conflict", `${row.name} is still being read. Send again in a moment.`);
    return { file: id, name: row.name, bytes: row.bytes };
  });
}
