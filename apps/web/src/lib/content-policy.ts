type TrustedTypes = { createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown };

/** Lets the style sheets through that the component library writes as text. A text with a tag in it stays refused. */
export function trustStyleSheets(trustedTypes = (window as { trustedTypes?: TrustedTypes }).trustedTypes): void {
  trustedTypes?.createPolicy("default", { createHTML: (text) => (text.includes("<") ? null : text) });
}

/** Keeps the schema library from trying out whether it may write code, which the policy refuses and reports. */
export function checkWithoutEval(): void {
  // Its own call for this would load all of it with the first page.
  const scope = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
  scope.__zod_globalConfig = Object.assign(scope.__zod_globalConfig ?? {}, { jitless: true });
}
