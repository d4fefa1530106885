import type { Context } from "../context.ts";
import { StartupProblem } from "../startup-problem.ts";
import { insertBackup } from "./backup-store.ts";
import { type BackupScope, type BackupSize, BackupUnderWay, type Following, makeBackup } from "./make-backup.ts";

type InPlatform = <Result>(work: (context: Context) => Promise<Result>) => Promise<Result>;

/** Makes a backup and notes how it ended. What goes wrong is told in words that hold nothing of the rows. */
export async function recordBackup(
  inPlatform: InPlatform,
  scope: BackupScope,
  { folder, signal, say }: Following & { folder: string },
): Promise<BackupSize> {
  const startedAt = await inPlatform(async ({ now }) => now);
  try {
    const size = await makeBackup(scope, folder, { signal, say, now: startedAt });
    await inPlatform((context) =>
      insertBackup(context, { folder, startedAt, endedAt: context.now, size, error: null }),
    );
    return size;
  } catch (error) {
    if (signal.aborted || error instanceof BackupUnderWay) throw error;
    const reason = error instanceof StartupProblem ? error.message : "It ended early; the server's log says why.";
    await inPlatform((context) =>
      insertBackup(context, { folder, startedAt, endedAt: context.now, size: null, error: reason }),
    ).catch(() => {});
    throw error;
  }
}
