import { defineNoticeKind } from "../notices/index.ts";

/** Someone of a tenant asks for a report. */
export const reportRequested = defineNoticeKind({
  name: "reports.requested",
  label: "Report requests",
  group: "Requests",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "requests.manage",
});

/** A request for a report was answered. */
export const reportAnswered = defineNoticeKind({
  name: "reports.answered",
  label: "Answers to your report requests",
  group: "Reports",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "tenants",
});

export const reportNoticeKinds = [reportRequested, reportAnswered];
