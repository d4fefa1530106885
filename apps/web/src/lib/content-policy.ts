type Rules = { createHTML(text: string): string | null; createScriptURL(address: string): string | null };
type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown };

/**
 * Lets the style sheets through that the component library writes as text, and workers from our own built files. A text
 * with a tag in it and any other script stay refused.
 */
export function trustOwnFiles(trustedTypes = (window as { trustedTypes?: TrustedTypes }).trustedTypes): void {
  trustedTypes?.createPolicy("default", {
    createHTML: (text) => (text.includes("<") ? null : text),
    createScriptURL: (address) => (isBuiltFile(address) ? address : null),
  });
}

function isBuiltFile(address: string): boolean {
  const { origin, pathname } = new URL(address, window.location.href);
  return origin === window.location.origin && pathname.startsWith("/assets/");
}

/** Keeps the schema library from trying out whether it may write code, which the policy refuses and reports. */
export function checkWithoutEval(): void {
  // Its own call for this would load all of it with the first page.
  const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
  scope.__zod_globalConfig = Object.assign(scope.__zod_globalConfig ?? {}, { jitless: true });
}
