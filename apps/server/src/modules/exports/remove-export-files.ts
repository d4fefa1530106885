import type { Context } from "../../platform/context.ts";
import { removeExportFile } from "./export-files.ts";

/** Removes the files of all exports of a tenant that leaves; their rows are removed with the others. */
export async function removeExportFiles({ db, tenantId, config }: Context): Promise<void> {
  const rows = await db.selectFrom("exports").select("id").where("tenant_id", "=", tenantId).execute();
  for (const { id } of rows) await removeExportFile(config, id);
}
