import type { NoticeChoice, Permission } from "@console/contracts";

/** A kind of notice, as data beside the module that sends it. */
export type NoticeKind = {
  /** `noun.what`, unique; preferences are kept by it. */
  name: string;
  /** What people read in their preferences and in the filter. */
  label: string;
  /** The heading that it stands under in the preferences. */
  group: string;
  /** What becomes of it for people who have not chosen. */
  defaultChoice: NoticeChoice;
  /** False for security: it is always emailed at once, whatever was chosen and whatever the hour. */
  mayBeSwitchedOff: boolean;
  /** Whom it may reach, and who finds it among their preferences therefore; of them only those with `permission`. */
  isFor: "everyone" | "platform" | "tenants";
  permission?: Permission;
};

/** Keeps the exact type of one kind. */
export function defineNoticeKind(kind: NoticeKind): NoticeKind {
  return kind;
}

/** All kinds of the product, by name. */
export type NoticeKinds = ReadonlyMap<string, NoticeKind>;

/** Puts the kinds of all modules together. */
export function collectNoticeKinds(kinds: readonly NoticeKind[]): NoticeKinds {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  if (byName.size < kinds.length) throw new Error("Two kinds of notices share a name.");
  return byName;
}
