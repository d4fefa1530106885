import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { defineSettings, setting } from "../../platform/settings/define-settings.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";

/** Whether strangers may ask for access. */
export const requestSettings = defineSettings({
  name: "requests",
  label: "Requests for access",
  help: "The form on the home page. Set who is notified of a new request under Email.",
  specs: {
    isOpen: setting<boolean>({
      label: "The form is open",
      type: "flag",
      initial: true,
      help: "When it is closed, the form says so and takes no requests.",
    }),
  },
});

/** Refuses a request while the form is closed. */
export async function refuseWhenClosed(context: Context): Promise<void> {
  const { isOpen } = await readSettings(context, requestSettings);
  if (!isOpen) throw new AppError("forbidden", "We do not take requests for access at the moment.");
}
