import type { Config } from "../../platform/config.ts";
import { defineSettings, setting } from "../../platform/settings/define-settings.ts";
import { colourProblem } from "./accent-colours.ts";

/** How the product looks and what it is called. */
export const brandingSettings = defineSettings({
  name: "branding",
  label: "Branding",
  help: "Name and look of the product. Open pages show changes at their next load.",
  specs: {
    productName: setting<string>({
      label: "Name",
      type: "text",
      max: 40,
      isRequired: true,
      initial: "AIQ",
      variable: "PRODUCT_NAME",
      fixed: ({ installedName }: Config) => installedName,
      help: "Shown on every page, in emails and in files.",
    }),
    logo: setting<string | null>({
      label: "Logo (light theme)",
      type: "picture",
      initial: null,
      help: "PNG, JPEG or WebP, shown 24 px high instead of the mark and the name.",
    }),
    logoDark: setting<string | null>({
      label: "Logo (dark theme)",
      type: "picture",
      initial: null,
      help: "For the dark theme. Without one, the other logo is used.",
    }),
    favicon: setting<string | null>({
      label: "Favicon",
      type: "picture",
      initial: null,
      help: "A square image of at least 32 px.",
    }),
    accent: setting<string | null>({
      label: "Accent colour (light theme)",
      type: "text",
      max: 7,
      initial: null,
      isColour: true,
      help: "The colour of buttons and links, such as #2a55d9.",
      check: (colour) => colourProblem(colour, "light"),
    }),
    accentDark: setting<string | null>({
      label: "Accent colour (dark theme)",
      type: "text",
      max: 7,
      initial: null,
      isColour: true,
      help: "The same in the dark theme, such as #8aa6ff.",
      check: (colour) => colourProblem(colour, "dark"),
    }),
    supportMail: setting<string | null>({
      label: "Support email",
      type: "email",
      initial: null,
      help: "Where people can write to. Without one, the sender of emails is used.",
    }),
  },
});
