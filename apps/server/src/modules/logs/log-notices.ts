import { defineNoticeKind } from "../notices/index.ts";

/** A saved search finds more lines than its owner expects. */
export const logAlertKind = defineNoticeKind({
  name: "logs.alert",
  label: "Log alerts",
  group: "Operations",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "logs.read",
});

export const logNoticeKinds = [logAlertKind];
