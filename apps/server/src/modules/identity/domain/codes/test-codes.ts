import type { CodeKind } from "./code-store.ts";

type TestCode = { kind: CodeKind; email: string; newEmail?: string; oobCode: string; oobLink: string };

const codes: TestCode[] = [];

/** Keeps a code in plain text, which only test mode asks for. */
export function rememberTestCode(code: TestCode): void {
  codes.push(code);
}

/** The codes made since the start, as an emulator lists them. */
export function listTestCodes() {
  return codes.map(({ kind, email, newEmail, oobCode, oobLink }) => ({
    email,
    oobCode,
    oobLink,
    requestType: kind,
    ...(newEmail && { newEmail }),
  }));
}

export function forgetTestCodes(): void {
  codes.length = 0;
}
