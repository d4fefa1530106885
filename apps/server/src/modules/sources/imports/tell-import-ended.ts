import type { Context } from "../../../platform/context.ts";
import { findUser } from "../../directory/index.ts";
import { notify } from "../../notices/index.ts";
import { pathForConnection, pathForOwnConnection } from "../connections/connection-page.ts";
import type { Connection } from "../connections/connection-store.ts";
import type { Run } from "../connections/run-store.ts";
import { importEnded } from "../source-notices.ts";

/** Tells whoever sent a file that it is loaded, or why it is not. */
export async function tellImportEnded(
  context: Context,
  { id, name, source }: Pick<Connection, "id" | "name" | "source">,
  run: Run,
  problem: string | null,
): Promise<void> {
  const user = run.cause === "import" && run.asked_by ? await findUser(context, run.asked_by) : null;
  if (!user) return;
  const files = run.task.files ?? [];
  const what = files.length === 1 && files[0] ? files[0].name : `${files.length} files`;
  const { tenantId } = context;
  await notify(context, {
    kind: importEnded,
    to: { person: user },
    subject: problem === null ? `${what} was imported into ${name}` : `${what} could not be imported into ${name}`,
    text: problem,
    about: `imports/${run.id}`,
    link: user.tenantId === null ? pathForConnection({ tenantId, id, source }) : pathForOwnConnection({ id, source }),
  });
}
