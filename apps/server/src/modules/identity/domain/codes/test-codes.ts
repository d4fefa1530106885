import type { CodeKind } from "./code-store.ts";

export type TestCode = { kind: CodeKind; email: string; newEmail?: string; code: string; link: string };

const codes: TestCode[] = [];

/** Keeps a code in plain text, which only test mode does. */
export function rememberTestCode(code: TestCode): void {
  codes.push(code);
}

/** The codes made since the start. */
export function listTestCodes(): readonly TestCode[] {
  return codes;
}

export function forgetTestCodes(): void {
  codes.length = 0;
}
