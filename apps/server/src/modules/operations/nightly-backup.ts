import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { hasBackupSince } from "../../platform/backup/backup-store.ts";
import { type BackupScope, BackupUnderWay } from "../../platform/backup/make-backup.ts";
import { recordBackup } from "../../platform/backup/record-backup.ts";
import type { Context } from "../../platform/context.ts";
import { defineJob, enqueue, type Job, type LongWork } from "../../platform/jobs/define-job.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { defineNoticeKind, notify } from "../notices/index.ts";
import { backupSettings } from "./backup-settings.ts";

const dayMs = 86_400_000;
const nothing = z.object({});

/** Backs up the installation once a night, whichever process takes the job. */
export function backupJobs(scope: BackupScope): Job[] {
  const makeJob = defineJob({
    name: "backup.make",
    input: nothing,
    attempts: 3,
    runLong: (work) => makeNightlyBackup(work, scope),
    giveUp: tellFailure,
  });
  const scheduleJob = defineJob({
    name: "backup.schedule",
    input: nothing,
    attempts: 3,
    schedule: "*/5 * * * *",
    async run(context) {
      if ((await findDueFolder(context)) !== null) await enqueue(context, makeJob, {}, { key: makeJob.name });
    },
  });
  return [scheduleJob, makeJob] as Job[];
}

/** The instant at which the last night's backup was to begin. */
export function lastDueTime(now: Date, time: string): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  return today.getTime() <= now.getTime() ? today : new Date(today.getTime() - dayMs);
}

/** The folder for the backup that is due; null where none is wanted, or where it was made or tried already. */
async function findDueFolder(context: Context): Promise<string | null> {
  const { folder, time } = await readSettings(context, backupSettings, ["folder", "time"]);
  if (folder === null) return null;
  return (await hasBackupSince(context, lastDueTime(context.now, time), folder)) ? null : folder;
}

async function makeNightlyBackup({ inTenant, log, signal }: LongWork, scope: BackupScope): Promise<void> {
  const plan = await inTenant(async (context) => {
    const { folder, keepDays } = await readSettings(context, backupSettings, ["folder", "keepDays"]);
    return folder === null ? null : { folder, keepDays, now: context.now };
  });
  if (!plan) return;
  const folder = path.join(plan.folder, nameBackup(plan.now));
  try {
    const size = await recordBackup(inTenant, scope, { folder, signal, say: (line) => log.debug(line) });
    log.info({ folder, rows: size.rows, bytes: size.bytes }, "Backed up");
  } catch (error) {
    // Someone makes one by hand: that is the one of this night.
    if (error instanceof BackupUnderWay) return;
    throw error;
  }
  await removeOldBackups(plan.folder, new Date(plan.now.getTime() - plan.keepDays * dayMs));
}

const backupName = /^\d{4}-\d\d-\d\dT\d{6}Z$/;
const partialName = /^\d{4}-\d\d-\d\dT\d{6}Z\.partial-[0-9a-f]{12}$/;

/** Names sort by their instants. */
function nameBackup(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(":", "")}Z`;
}

/** Removes backups from before an instant, but never the newest, and what a crash left of one. Nothing else is touched. */
export async function removeOldBackups(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder);
  const whole = names.filter((name) => backupName.test(name)).sort();
  const old = [...whole.slice(0, -1), ...names.filter((name) => partialName.test(name))];
  for (const name of old) {
    if (name < nameBackup(before)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

const backupFailed = defineNoticeKind({
  name: "backups.failed",
  label: "Failed backups",
  group: "Operations",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
});

export const backupNoticeKinds = [backupFailed];

async function tellFailure(context: Context): Promise<void> {
  const { folder } = await readSettings(context, backupSettings, ["folder"]);
  await notify(context, {
    kind: backupFailed,
    to: { platformAdmins: true },
    subject: "The nightly backup failed",
    about: "backup",
    link: "/admin/schedules",
    text: [
      `The backup of ${context.now.toISOString().slice(0, 10)} could not be created in ${folder ?? "its folder"}.`,
      "",
      "Check that the folder can be written to and that its disk has room.",
      "Then run npm run backup -- FOLDER on the server. It says what is wrong.",
    ].join("\n"),
  });
}
