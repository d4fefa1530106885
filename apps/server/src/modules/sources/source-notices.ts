import { defineNoticeKind } from "../notices/index.ts";

/** A connection needs a person, works again after that, or was paused. That sources fail is told by their incident. */
export const sourceState = defineNoticeKind({
  name: "sources.state",
  label: "Sources that need attention",
  group: "Sources",
  defaultChoice: "email",
  mayBeSwitchedOff: true,
  isFor: "platform",
  permission: "sources.manage",
});

/** A file that someone sent is loaded, or could not be. */
export const importEnded = defineNoticeKind({
  name: "sources.imported",
  label: "Finished imports",
  group: "Sources",
  defaultChoice: "bell",
  mayBeSwitchedOff: true,
  isFor: "everyone",
  permission: "sources.import",
});

export const sourceNoticeKinds = [sourceState, importEnded];
