import { isFramedPage } from "./auth/navigation.ts";

/** A secret that opens a page: the letter it has in the fragment of the address, and its value. */
export type FragmentSecret = { letter: string; value: string };

let taken: FragmentSecret | null = null;

/** Takes the secret out of the fragment before anything else can see it there, and says whether there was one. */
export function takeFragmentSecret(): boolean {
  if (!isFramedPage(location.pathname)) return false;
  const [, letter, value] = /[#&]([ktp])=([^&]+)/.exec(location.hash) ?? [];
  if (!letter || !value) return false;
  history.replaceState(history.state, "", location.pathname + location.search);
  taken = { letter, value };
  return true;
}

/** The secret that this document was opened with, or null. */
export function fragmentSecret(): FragmentSecret | null {
  return taken;
}

/** Forgets it, for a reader who goes on to another page. */
export function forgetFragmentSecret(): void {
  taken = null;
}
