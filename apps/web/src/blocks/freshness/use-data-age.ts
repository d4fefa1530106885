import { formatAge } from "@console/figures/format";
import { useNow } from "../../lib/use-now.ts";

/** As of when data is, as the server tells it of a domain or a report. */
export type DataFreshness = { ingestedAt: string | null; isLate: boolean };

/** How old data is now, in words, and whether the server calls it late; no age where nothing has come in. */
export function useDataAge({ ingestedAt, isLate }: DataFreshness): { age: string | null; isLate: boolean } {
  const now = useNow();
  if (ingestedAt === null) return { age: null, isLate: false };
  return { age: formatAge(now - Date.parse(ingestedAt)), isLate };
}

/** The oldest of what a page is made of: as fresh as that is the whole. */
export function findOldest(all: readonly DataFreshness[]): DataFreshness {
  const [oldest] = all
    .filter(({ ingestedAt }) => ingestedAt !== null)
    .sort((one, other) => ((one.ingestedAt ?? "") < (other.ingestedAt ?? "") ? -1 : 1));
  return oldest ?? { ingestedAt: null, isLate: false };
}
