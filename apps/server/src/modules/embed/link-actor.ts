import type { Actor, TokenKind } from "../../platform/context.ts";

/** What a link shows to whoever came in by it. */
export type LinkScope = {
  /** The number in its address, and what its client is called. */
  tookanId: string;
  client: string;
  clientKey: string;
  fields: readonly string[];
  isCountsOnly: boolean;
  canExport: boolean;
  days: number;
  /** Filters that the host has fixed. */
  locked: Readonly<Record<string, readonly string[]>>;
  /** Changes whenever someone changes the link. */
  version: string;
};

const linkToken: TokenKind = { role: "link", refusal: "This token opens one report and nothing else." };

/** Someone who came in by a link to one report. */
export function createLinkActor(linkId: string, scope: LinkScope): Actor {
  return { kind: "bearer", token: linkToken, subject: linkId, scope };
}

/** What the link of the caller shows; null for whoever did not come in by one. */
export function readLinkScope(actor: Actor): LinkScope | null {
  return actor.kind === "bearer" && actor.token === linkToken ? (actor.scope as LinkScope) : null;
}
