import type { Context } from "../../../../platform/context.ts";
import { WireError } from "../../wire/wire-error.ts";
import { type Code, type CodeKind, findCode, useCode } from "./code-store.ts";

/** The code, if it may still be used for one of these kinds. */
export async function requireCode(
  context: Context,
  code: string | undefined,
  kinds?: readonly CodeKind[],
): Promise<Code> {
  if (!code) throw new WireError("MISSING_OOB_CODE");
  const found = await findCode(context, code);
  if (!found || found.used_at !== null || (kinds && !kinds.includes(found.kind)))
    throw new WireError("INVALID_OOB_CODE");
  if (found.expires_at.getTime() <= context.now.getTime()) throw new WireError("EXPIRED_OOB_CODE");
  return found;
}

/** The same, and uses it up. */
export async function spendCode(context: Context, code: string | undefined, kinds: readonly CodeKind[]): Promise<Code> {
  const found = await requireCode(context, code, kinds);
  if (!(await useCode(context, code ?? ""))) throw new WireError("INVALID_OOB_CODE");
  return found;
}
