import { z } from "zod";
import type { Context } from "../../platform/context.ts";

/** How the identity service behaves, as far as admins may choose. */
export const identitySettings = z.object({
  /** Answers for known and unknown addresses are the same. */
  hidesAccounts: z.boolean().default(true),
  allowsSelfSignUp: z.boolean().default(false),
  allowsAnonymous: z.boolean().default(false),
  allowsEmailLink: z.boolean().default(false),
  password: z
    .object({
      minLength: z.number().int().min(6).max(64).default(12),
      maxLength: z.number().int().min(64).max(4096).default(4096),
      needsLowercase: z.boolean().default(false),
      needsUppercase: z.boolean().default(false),
      needsNumeric: z.boolean().default(false),
      needsSymbol: z.boolean().default(false),
      isEnforced: z.boolean().default(true),
    })
    .prefault({}),
  /** Hosts that a mail's link may lead on to, beside our own. */
  continueHosts: z.array(z.string()).default([]),
});

export type IdentitySettings = z.infer<typeof identitySettings>;

const name = "identity";
/** In test mode what clients of the wire expect of an emulator: open, and Google's own smallest password. */
const testDefaults = {
  allowsSelfSignUp: true,
  allowsAnonymous: true,
  allowsEmailLink: true,
  password: { minLength: 6, isEnforced: false },
};

/** The settings in force. */
export async function readIdentitySettings({ db, config }: Context): Promise<IdentitySettings> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  const stored = (row?.value ?? {}) as object;
  return identitySettings.parse({ ...(config.isIdentityTestMode ? testDefaults : {}), ...stored });
}

/** Changes some of the settings. */
export async function changeIdentitySettings(context: Context, changes: Partial<IdentitySettings>): Promise<void> {
  const value = JSON.stringify({ ...(await readIdentitySettings(context)), ...changes });
  await context.db
    .insertInto("settings")
    .values({ name, value, updated_at: context.now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, updated_at: context.now }))
    .execute();
}
