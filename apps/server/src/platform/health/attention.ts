import type { Context } from "../context.ts";

/** Something that those who run the platform should look at. */
export type AttentionItem = {
  /** The same thing has the same id, as long as it lasts. */
  id: string;
  title: string;
  /** What is wrong and what to do, in one or two sentences. */
  text: string;
  /** 3 stops people's work, 2 will soon, 1 should be looked at. */
  harm: 1 | 2 | 3;
  /** Null where nobody knows when it began. */
  since: Date | null;
  /** Where it can be mended, and what that is called. */
  action: { label: string; path: string };
};

/** Finds what needs attention of one kind. It stands beside the part that it looks at. */
export type AttentionSource = {
  kind: string;
  label: string;
  list(context: Context): Promise<AttentionItem[]>;
};
