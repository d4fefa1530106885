import type { Context } from "../../platform/context.ts";
import { findUser } from "../directory/index.ts";
import { notify } from "../notices/index.ts";
import { exportEnded } from "./export-notices.ts";
import { findExport } from "./export-store.ts";

/** Tells whoever asked for a file that it is ready, or why it is not. */
export async function tellExportEnded(
  context: Context,
  { id, uid, problem }: { id: string; uid: string; problem: string | null },
): Promise<void> {
  const user = await findUser(context, uid);
  const exportRow = await findExport(context, id, uid);
  if (!user || !exportRow) return;
  const { title, path } = exportRow;
  // People of the platform read pages of tenants in a tenant's name only, which an address does not hold.
  const isReachable = user.tenantId !== null || !path.startsWith("/tenant");
  await notify(context, {
    kind: exportEnded,
    to: { person: user },
    subject: problem === null ? `The export of "${title}" is ready` : `The export of "${title}" failed`,
    text: problem,
    about: `exports/${id}`,
    link: isReachable ? path : null,
  });
}
