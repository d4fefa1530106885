import type { Maintenance } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { defineSettings, type SettingValues, setting } from "../../platform/settings/define-settings.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { isInWindow } from "./maintenance/window-store.ts";

const word = "maintenance";

/** When the product is worked on, and what people then read. */
export const maintenanceSettings = defineSettings({
  name: "maintenance",
  label: "Maintenance",
  help: "Users of tenants see a message and wait; platform admins can still work.",
  specs: {
    isOn: setting<boolean>({
      label: "On now",
      type: "flag",
      initial: false,
      isGuarded: true,
      confirm: word,
      help: "Until you switch it off here, whatever is planned below.",
    }),
    message: setting<string>({
      label: "Message",
      type: "lines",
      max: 500,
      isRequired: true,
      isGuarded: true,
      initial: "We are working on the product. Nothing is lost; this page reloads automatically.",
      help: "Shown during maintenance, and beforehand when it is planned.",
    }),
    from: setting<string | null>({
      label: "Planned from",
      type: "instant",
      initial: null,
      isGuarded: true,
      confirm: word,
      help: "Everyone is notified beforehand. It begins automatically.",
    }),
    until: setting<string | null>({
      label: "Planned until",
      type: "instant",
      initial: null,
      isGuarded: true,
      help: "It ends automatically.",
    }),
  },
  check({ from, until }) {
    if (from !== null && until === null) return { until: "Choose when it ends." };
    if (from !== null && until !== null && until <= from) return { until: "Choose a time after the start." };
    return {};
  },
});

/** What the settings mean at an instant; null when nothing is in force or planned. */
export function maintenanceAt(
  { isOn, message, from, until }: SettingValues<(typeof maintenanceSettings)["specs"]>,
  now: Date,
): Maintenance | null {
  const isPlanned = from !== null && until !== null && new Date(until) > now;
  if (!isOn && !isPlanned) return null;
  const isInForce = isOn || (isPlanned && new Date(from) <= now);
  return { isInForce, message, from: isPlanned ? from : null, until: isPlanned ? until : null };
}

/** Whether the product is being worked on now, closed or open: its checks count apart. */
export async function isInMaintenance(context: Context): Promise<boolean> {
  const isClosed = maintenanceAt(await readSettings(context, maintenanceSettings), context.now)?.isInForce ?? false;
  return isClosed || isInWindow(context, context.now);
}
