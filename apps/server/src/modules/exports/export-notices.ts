import { defineNoticeKind } from "../notices/index.ts";

/** A file that someone waits for is ready, or could not be made. */
export const exportEnded = defineNoticeKind({
  name: "reports.exported",
  label: "Finished exports",
  group: "Reports",
  defaultChoice: "bell",
  mayBeSwitchedOff: true,
  isFor: "everyone",
  permission: "reports.read",
});

export const exportNoticeKinds = [exportEnded];
