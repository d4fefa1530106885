export type ColorScheme = "dark" | "light";

const storageKey = "theme";
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let current = readColorScheme();

/** The theme of the page: the stored choice, else what the system prefers. */
export function colorScheme(): ColorScheme {
  return current;
}

/** Switches between dark and light and remembers the choice. */
export function toggleColorScheme(): void {
  apply(current === "dark" ? "light" : "dark");
  try {
    localStorage.setItem(storageKey, current);
  } catch {
    // The choice then holds for this page alone.
  }
}

/** Calls back on each change of the theme, until the returned function is called. */
export function subscribeColorScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the system and other tabs, until the returned function is called. */
export function followColorScheme(): () => void {
  const update = () => apply(readColorScheme());
  const updateFromStorage = ({ key }: StorageEvent) => {
    // A cleared storage reports no key.
    if (key === storageKey || key === null) update();
  };
  update();
  darkSystem.addEventListener("change", update);
  window.addEventListener("storage", updateFromStorage);
  return () => {
    darkSystem.removeEventListener("change", update);
    window.removeEventListener("storage", updateFromStorage);
  };
}

function readColorScheme(): ColorScheme {
  return readStored() ?? (darkSystem.matches ? "dark" : "light");
}

function readStored(): ColorScheme | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "dark" || stored === "light" ? stored : null;
  } catch {
    return null;
  }
}

function apply(scheme: ColorScheme) {
  document.documentElement.dataset.mantineColorScheme = scheme;
  document.documentElement.style.colorScheme = scheme;
  if (scheme === current) return;
  current = scheme;
  for (const listener of listeners) listener();
}
