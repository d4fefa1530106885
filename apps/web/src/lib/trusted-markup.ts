type TrustedTypes = { createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown };

/** Lets the style sheets through that the component library writes as text. A text with a tag in it stays refused. */
export function trustStyleSheets(trustedTypes = (window as { trustedTypes?: TrustedTypes }).trustedTypes): void {
  trustedTypes?.createPolicy("default", { createHTML: (text) => (text.includes("<") ? null : text) });
}
