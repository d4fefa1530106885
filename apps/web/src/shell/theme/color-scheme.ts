import { isFramedPage } from "../../lib/auth/navigation.ts";

export type ColorScheme = "dark" | "light";

/** What can be chosen: one theme, or to follow the system. */
export type ColorSchemeChoice = ColorScheme | "system";

const storageKey = "theme";
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();
let current = readColorScheme();

/** The theme of the page: what the address of an embedded report asks for, the stored choice, or what the system prefers. */
export function colorScheme(): ColorScheme {
  return current;
}

/** What was chosen in this browser; to follow the system until something is. */
export function colorSchemeChoice(): ColorSchemeChoice {
  return readStored() ?? "system";
}

/** Switches between dark and light and remembers the choice. */
export function toggleColorScheme(): void {
  chooseColorScheme(current === "dark" ? "light" : "dark");
}

/** Changes to a theme and remembers it, or forgets it and follows the system. */
export function chooseColorScheme(choice: ColorSchemeChoice): void {
  apply(choice === "system" ? systemScheme() : choice);
  try {
    if (choice === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
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
  const asked = askedScheme();
  if (asked) return asked === "system" ? systemScheme() : asked;
  return readStored() ?? systemScheme();
}

/** The page that frames a report says which theme fits; nothing of it is stored. */
function askedScheme(): ColorSchemeChoice | null {
  if (!isFramedPage(location.pathname)) return null;
  const scheme = new URLSearchParams(location.search).get("theme");
  return scheme === "dark" || scheme === "light" || scheme === "system" ? scheme : null;
}

function systemScheme(): ColorScheme {
  return darkSystem.matches ? "dark" : "light";
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
