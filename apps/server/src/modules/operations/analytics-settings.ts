import type { Config } from "../../platform/config.ts";
import { defineSettings, setting } from "../../platform/settings/define-settings.ts";

/** How visits are counted. */
export const analyticsSettings = defineSettings({
  name: "analytics",
  label: "Analytics",
  help: "Counts visits to the public pages once a visitor agrees. Pages behind the sign-in are not counted.",
  specs: {
    tagManagerId: setting<string | null>({
      label: "Tag manager",
      type: "text",
      max: 20,
      initial: null,
      isGuarded: true,
      variable: "TAG_MANAGER_ID",
      fixed: ({ tagManagerId }: Config) => tagManagerId,
      help: "A container such as GTM-ABC123. Without one nothing is loaded and visitors are not asked.",
      check: (text) => (/^GTM-[A-Z0-9]+$/.test(text) ? null : "Enter a container such as GTM-ABC123."),
    }),
  },
});
