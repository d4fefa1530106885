import type { Context } from "../../../../platform/context.ts";
import { IdentityError } from "../identity-error.ts";
import { type Code, type CodeKind, findCode, markCodeUsed } from "./code-store.ts";

/** The code, if it may still be used for one of these kinds. */
export async function requireCode(
  context: Context,
  code: string | undefined,
  kinds?: readonly CodeKind[],
): Promise<Code> {
  if (!code) throw new IdentityError("code-missing");
  const row = await findCode(context, code);
  if (!row || row.used_at !== null || (kinds && !kinds.includes(row.kind))) throw new IdentityError("code-invalid");
  if (row.expires_at.getTime() <= context.now.getTime()) throw new IdentityError("code-expired");
  return row;
}

/** The same, and uses it up. */
export async function spendCode(context: Context, code: string | undefined, kinds: readonly CodeKind[]): Promise<Code> {
  const row = await requireCode(context, code, kinds);
  if (!(await markCodeUsed(context, code ?? ""))) throw new IdentityError("code-invalid");
  return row;
}
