import type { ReactNode } from "react";

let link: (request: string) => ReactNode = () => null;

/** Names what leads from a failed request to its timeline; the pages of visitors have nothing of the kind. */
export function provideRequestLink(next: typeof link): void {
  link = next;
}

/** What leads to the timeline of a request, for those who may see it. */
export function requestLink(request: string): ReactNode {
  return link(request);
}
