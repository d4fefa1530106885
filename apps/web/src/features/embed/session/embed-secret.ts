import { fragmentSecret } from "../../../lib/fragment-secret.ts";

/** What opens an embedded report: the key of a link, a token that the host has signed, or the token of a preview. */
export type EmbedSecret = { kind: "key" | "signed" | "preview"; value: string };

const kinds: Readonly<Record<string, EmbedSecret["kind"]>> = { k: "key", t: "signed", p: "preview" };

/** The secret that this document was opened with, or null. */
export function embedSecret(): EmbedSecret | null {
  const secret = fragmentSecret();
  const kind = secret && kinds[secret.letter];
  return kind ? { kind, value: secret.value } : null;
}
