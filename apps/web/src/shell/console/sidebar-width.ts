const storageKey = "sidebar";

/** Whether the reader has left the sidebar with icons alone. */
export function isSidebarNarrow(): boolean {
  try {
    return localStorage.getItem(storageKey) === "narrow";
  } catch {
    return false;
  }
}

/** Remembers how wide the sidebar is. */
export function storeSidebar(isNarrow: boolean): void {
  try {
    localStorage.setItem(storageKey, isNarrow ? "narrow" : "wide");
  } catch {
    // The sidebar then starts wide with the next page load.
  }
}
