import path from "node:path";
import { defineSettings, setting } from "../../platform/settings/define-settings.ts";

/** When the installation is backed up by itself, and where to. */
export const backupSettings = defineSettings({
  name: "backups",
  label: "Backups",
  help: "Every night all data is backed up while the product runs. The key of the installation is never in a backup.",
  specs: {
    folder: setting<string | null>({
      label: "Folder",
      type: "text",
      max: 300,
      initial: null,
      isGuarded: true,
      help: "A folder on the server, best on another disk, such as /backups/console. Without one no backups are made.",
      check: (text) => (path.isAbsolute(text) ? null : "Enter a path that begins at the root of the server."),
    }),
    time: setting<string>({
      label: "Time",
      type: "text",
      initial: "01:30",
      max: 5,
      help: "In UTC, such as 01:30. A backup that was missed is made as soon as the product runs again.",
      check: (text) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? null : "Enter a time from 00:00 to 23:59."),
    }),
    keepDays: setting<number>({
      label: "Keep for",
      type: "count",
      unit: "days",
      initial: 14,
      min: 1,
      max: 3650,
      help: "Older backups are removed after a new one was made. The newest one is always kept.",
    }),
  },
});
