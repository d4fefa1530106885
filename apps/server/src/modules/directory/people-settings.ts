import { defineSettings, setting } from "../../platform/settings/define-settings.ts";

/** How people come and go. */
export const peopleSettings = defineSettings({
  name: "people",
  label: "People",
  help: "Invitations and unused accounts.",
  specs: {
    invitationDays: setting<number>({
      label: "Invitations are valid for",
      type: "count",
      unit: "days",
      initial: 7,
      min: 1,
      max: 30,
      help: "From 1 to 30.",
    }),
    invitationsPerDay: setting<number>({
      label: "Invitations per tenant",
      type: "count",
      unit: "a day",
      initial: 100,
      min: 1,
      max: 10_000,
      isRequired: true,
      isGuarded: true,
      help: "New and repeated ones. Platform admins are not limited.",
    }),
    allowedDomains: setting<readonly string[]>({
      label: "Allowed email domains",
      type: "choices",
      initial: [],
      help: "Separated by commas, such as company.com. Leave empty to allow any.",
      checkEach: (one: string) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(one) ? null : `${one} is not a domain.`),
    }),
    warnsAfterDays: setting<number>({
      label: "Send a reminder after no sign-in for",
      type: "count",
      unit: "days",
      initial: 0,
      max: 1000,
      help: "0 turns reminders off.",
    }),
    locksAfterDays: setting<number>({
      label: "Lock the account after no sign-in for",
      type: "count",
      unit: "days",
      initial: 0,
      max: 1000,
      help: "0 turns locking off. Superadmins are never locked.",
    }),
  },
});
