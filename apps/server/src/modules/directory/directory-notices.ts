import { defineNoticeKind } from "../notices/index.ts";

/** Someone outside asks for access. */
export const accessRequested = defineNoticeKind({
  name: "access.requested",
  label: "Access requests",
  group: "Requests",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "requests.manage",
});

/** An account is not used and will be locked; whoever does not sign in sees no bell. */
export const accountInactive = defineNoticeKind({
  name: "account.inactive",
  label: "Account about to be locked",
  group: "Security",
  defaultChoice: "email",
  mayBeSwitchedOff: false,
  isFor: "everyone",
});

export const directoryNoticeKinds = [accessRequested, accountInactive];
