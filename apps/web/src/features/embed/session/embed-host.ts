/** What the page that frames a report is told. */
type HostMessage = { type: "laiqkan:height"; height: number } | { type: "laiqkan:token-needed" };

const longestToken = 4096;

/** Tells the page around this one, if its origin is among the given ones; says whether someone may have heard it. */
export function tellHost(origins: readonly string[], message: HostMessage): boolean {
  const parent = hostOrigins(origins);
  for (const origin of parent) window.parent.postMessage(message, origin);
  return parent.length > 0;
}

/** Calls back with each token that the page around this one hands over, until the returned function is called. */
export function onHostToken(origins: () => readonly string[], listener: (token: string) => void): () => void {
  const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (!isFramed() || source !== window.parent || !origins().includes(origin)) return;
    const { type, token } = (data ?? {}) as { type?: unknown; token?: unknown };
    if (type !== "laiqkan:token" || typeof token !== "string") return;
    if (token !== "" && token.length <= longestToken) listener(token);
  };
  window.addEventListener("message", hear);
  return () => window.removeEventListener("message", hear);
}

/** Whether another page frames this one. */
function isFramed(): boolean {
  return window.parent !== window;
}

/** Of the given origins those that the page around this one can have: the browser hands a message to no other. */
function hostOrigins(origins: readonly string[]): readonly string[] {
  if (!isFramed()) return [];
  const parent = parentOrigin();
  return parent === null ? origins : origins.filter((origin) => origin === parent);
}

/** The origin of the page around this one, or null where the browser does not tell. */
function parentOrigin(): string | null {
  const ancestor = (location as { ancestorOrigins?: ArrayLike<string> }).ancestorOrigins?.[0];
  if (ancestor) return ancestor;
  return document.referrer ? new URL(document.referrer).origin : null;
}
