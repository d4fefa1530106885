const storageKey = "wanted-place";

/** Remembers in this tab where a visitor wanted to go, so that the address of the first page stays its own. */
export function rememberWantedPlace(place: string): void {
  try {
    sessionStorage.setItem(storageKey, place);
  } catch {
    // Where storage is refused, the sign-in leads to the landing page.
  }
}

/** Where a visitor of this tab wanted to go, or null. */
export function wantedPlace(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Forgets it, once someone has arrived. */
export function forgetWantedPlace(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was remembered either.
  }
}
