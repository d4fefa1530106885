import { defineSettings, setting } from "../../platform/settings/define-settings.ts";

/** How people come and go. */
export const peopleSettings = defineSettings({
  name: "people",
  label: "People",
  help: "Invitations, and what happens to accounts that nobody uses.",
  specs: {
    invitationDays: setting<number>({
      label: "An invitation counts for",
      type: "count",
      unit: "days",
      initial: 7,
      min: 1,
      max: 30,
      help: "From 1 to 30.",
    }),
    invitationsPerDay: setting<number>({
      label: "Invitations that a tenant sends",
      type: "count",
      unit: "a day",
      initial: 100,
      min: 1,
      max: 10_000,
      isRequired: true,
      isGuarded: true,
      help: "New ones and ones that are sent again. Those who run the platform are not limited.",
    }),
    allowedDomains: setting<readonly string[]>({
      label: "Only addresses of these domains",
      type: "choices",
      initial: [],
      help: "With commas between them, such as company.com. Empty: any.",
      checkEach: (one: string) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(one) ? null : `${one} is not a domain.`),
    }),
    warnsAfterDays: setting<number>({
      label: "Remind without a sign-in for",
      type: "count",
      unit: "days",
      initial: 0,
      max: 1000,
      help: "0 reminds nobody.",
    }),
    locksAfterDays: setting<number>({
      label: "Lock without a sign-in for",
      type: "count",
      unit: "days",
      initial: 0,
      max: 1000,
      help: "0 locks nobody. Superadmins are never locked.",
    }),
  },
});
