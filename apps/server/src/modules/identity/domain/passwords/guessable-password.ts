const shortestName = 5;

let cachedPasswords: Promise<Set<string>> | null = null;

/** The passwords that everyone tries first; loaded at the first use, since nobody needs them to start. */
function loadCommonPasswords(): Promise<Set<string>> {
  cachedPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set((dictionary["passwords-common"] as string[]).map((word) => word.toLowerCase())),
  );
  return cachedPasswords;
}

/** Why a password is easy to guess whatever its length, or null: it is widely used, one piece repeated, or one's own name. */
export async function explainGuessable(password: string, email: string | null): Promise<string | null> {
  const text = password.toLowerCase();
  if ((await loadCommonPasswords()).has(text) || (await loadCommonPasswords()).has(shortestRepeatedPiece(text))) {
    return "Password must not be a common one";
  }
  if (shortestRepeatedPiece(text).length < 5) return "Password must not repeat a few characters";
  const name = email?.split("@")[0]?.toLowerCase() ?? "";
  const isName = name.length >= shortestName && text.includes(name) && name.length * 2 > text.length;
  return isName ? "Password must not contain the email address" : null;
}

/** The shortest piece that, repeated, makes the text. */
function shortestRepeatedPiece(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}
