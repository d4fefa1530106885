import { takeFragmentSecret } from "../../../lib/fragment-secret.ts";

/**
 * Calls back whenever another secret has taken the place of the first, until the returned function is called: another
 * link of the same address changes the fragment alone, which loads no new document.
 */
export function followSecret(listener: () => void): () => void {
  const take = () => {
    if (takeFragmentSecret()) listener();
  };
  // Before the router reads the address.
  window.addEventListener("popstate", take, { capture: true });
  return () => window.removeEventListener("popstate", take, { capture: true });
}
