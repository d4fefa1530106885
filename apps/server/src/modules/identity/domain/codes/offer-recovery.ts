import type { Context } from "../../../../platform/context.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import type { Identity } from "../identity.ts";
import { codeMail, linkForCode } from "./code-mail.ts";
import { insertCode } from "./code-store.ts";
import { rememberTestCode } from "./test-codes.ts";

/** Tells the old address that it was replaced, and lets it take the change back. */
export async function offerRecovery(
  identity: Identity,
  context: Context,
  { uid, oldEmail, newEmail }: { uid: string; oldEmail: string; newEmail: string },
): Promise<void> {
  const recovery = { kind: "RECOVER_EMAIL", uid, email: oldEmail, newEmail } as const;
  const issued = await insertCode(context, recovery);
  const link = linkForCode(identity, "RECOVER_EMAIL", issued.code, null);
  if (identity.isTestMode) rememberTestCode({ ...recovery, code: issued.code, link });
  await sendMail(context, codeMail(identity, recovery, issued, link));
}
