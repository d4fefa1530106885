let typed = "";

/** Remembers the address for the next form of this visit, outside of any URL or storage. */
export function rememberEmail(email: string): void {
  typed = email;
}

/** The address that was typed last on this visit. */
export function rememberedEmail(): string {
  return typed;
}
