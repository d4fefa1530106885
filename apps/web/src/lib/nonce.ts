/** The nonce that the server allowed for this page, for elements that are made at run time. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
}
