import { localeSettings, peopleSettings, requestSettings } from "../modules/directory/index.ts";
import { embedSettings } from "../modules/embed/index.ts";
import { passwordSettings, sessionSettings, signInSettings } from "../modules/identity/index.ts";
import {
  analyticsSettings,
  backupSettings,
  brandingSettings,
  maintenanceSettings,
  mapSettings,
} from "../modules/operations/index.ts";
import { sourceSettings } from "../modules/sources/index.ts";
import { auditSettings } from "../platform/audit/audit-settings.ts";
import { logSettings } from "../platform/logs/log-settings.ts";
import { mailSettings } from "../platform/mail/mail-settings.ts";
import { retentionSettings } from "../platform/retention/retention-settings.ts";
import type { Settings } from "../platform/settings/change-settings.ts";

/** Every setting of the product, in the order in which they are shown. */
export const productSettings: Settings = [
  brandingSettings,
  localeSettings,
  maintenanceSettings,
  signInSettings,
  passwordSettings,
  sessionSettings,
  peopleSettings,
  requestSettings,
  mailSettings,
  sourceSettings,
  embedSettings,
  mapSettings,
  analyticsSettings,
  retentionSettings,
  backupSettings,
  logSettings,
  auditSettings,
];
