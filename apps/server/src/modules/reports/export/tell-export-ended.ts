import type { Context } from "../../../platform/context.ts";
import { findUser } from "../../directory/index.ts";
import { notify } from "../../notices/index.ts";
import { pathForReport, type Report } from "../report.ts";
import { exportEnded } from "../report-notices.ts";

type Ended = { id: string; report: Report; uid: string; problem: string | null };

/** Tells whoever asked for a file that it is ready, or why it is not. */
export async function tellExportEnded(context: Context, { id, report, uid, problem }: Ended): Promise<void> {
  const user = await findUser(context, uid);
  if (!user) return;
  const { title } = report;
  await notify(context, {
    kind: exportEnded,
    to: { person: user },
    subject: problem === null ? `The export of "${title}" is ready` : `The export of "${title}" failed`,
    text: problem,
    about: `exports/${id}`,
    // People of the platform read reports in a tenant's name only, which an address does not hold.
    link: user.tenantId === null ? null : pathForReport(report),
  });
}
