import { defineNoticeKind } from "../notices/index.ts";

/** Someone tries out passcodes of a public link, as those hear of it who look after the tenant. */
export const passcodesTried = defineNoticeKind({
  name: "links.passcodes",
  label: "Guessed passcodes of public links",
  group: "Public links",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "tenants",
  permission: "users.manage",
});

/** A public link may have leaked, or someone tries to get in by it. */
export const linkAlarm = defineNoticeKind({
  name: "links.alarm",
  label: "Public links that may have leaked or are attacked",
  group: "Public links",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "links.manage",
});

export const embedNoticeKinds = [passcodesTried, linkAlarm];
