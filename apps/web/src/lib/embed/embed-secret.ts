import { isEmbeddedReport } from "../auth/navigation.ts";

/** What opens an embedded report: the key of a link, a token that the host has signed, or the token of a preview. */
export type EmbedSecret = { kind: "key" | "signed" | "preview"; value: string };

const kinds = { k: "key", t: "signed", p: "preview" } as const;

let taken: EmbedSecret | null = null;

/** Takes the secret out of the fragment before anything else can see it there, and says whether there was one. */
export function takeEmbedSecret(): boolean {
  if (!isEmbeddedReport(location.pathname)) return false;
  const [, name, value] = /[#&]([ktp])=([^&]+)/.exec(location.hash) ?? [];
  if (!name || !value) return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  taken = { kind: kinds[name as keyof typeof kinds], value };
  return true;
}

/** The secret that this document was opened with, or null. */
export function embedSecret(): EmbedSecret | null {
  return taken;
}

/** Forgets it, for a reader who goes on to another page. */
export function forgetEmbedSecret(): void {
  taken = null;
}
