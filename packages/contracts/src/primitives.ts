import { z } from "zod";

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** One page of a list that is walked with a cursor; `next` is null on the last page. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

/** How a list is walked: give the `next` of one page as the `cursor` of the following one. */
export const pageInput = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
};

/** Refuses a text with the words that a check has for it. */
export function refuseWith(check: (text: string) => string | null) {
  return (text: string, context: z.RefinementCtx): void => {
    const message = check(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  };
}
