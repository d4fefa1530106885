import { isCurrency } from "@console/figures/currency";
import { isTimeZone } from "@console/figures/time-zone";
import { defineSettings, setting } from "../../platform/settings/define-settings.ts";

/** What is wrong with the name of a time zone; null when it is right. */
export function zoneProblem(text: string): string | null {
  return isTimeZone(text) ? null : "Enter a time zone such as Asia/Bahrain.";
}

/** What is wrong with the code of a currency; null when it is right. */
export function currencyProblem(text: string): string | null {
  return isCurrency(text) ? null : "Enter the code of a currency, such as USD.";
}

/** Where new tenants are at home. */
export const localeSettings = defineSettings({
  name: "locale",
  label: "Locale",
  help: "Defaults for new tenants. Existing tenants keep theirs. Weeks always begin on Monday.",
  specs: {
    timeZone: setting<string>({
      label: "Time zone",
      type: "text",
      max: 60,
      isRequired: true,
      initial: "UTC",
      check: zoneProblem,
      help: "For example Asia/Bahrain. It decides when a day begins and ends.",
    }),
    currency: setting<string>({
      label: "Currency",
      type: "text",
      max: 3,
      isRequired: true,
      initial: "USD",
      check: currencyProblem,
      help: "Three letters, such as BHD.",
    }),
  },
});
