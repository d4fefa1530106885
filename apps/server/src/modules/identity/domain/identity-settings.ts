import type { Config } from "../../../platform/config.ts";
import type { Context } from "../../../platform/context.ts";
import { defineSettings, setting } from "../../../platform/settings/define-settings.ts";
import { readSettings, settingName } from "../../../platform/settings/read-settings.ts";
import { upsertSetting } from "../../../platform/settings/setting-store.ts";

/** In test mode what clients of the wire expect of an emulator: open, and Google's own smallest password. */
const inTests = ({ isIdentityTestMode }: Config) => isIdentityTestMode;

/** How people may get in. */
export const signInSettings = defineSettings({
  name: "signIn",
  label: "Sign-in",
  help: "How people sign in, and what outsiders can find out.",
  specs: {
    hidesAccounts: setting<boolean>({
      label: "Hide whether an account exists",
      type: "flag",
      initial: true,
      isGuarded: true,
      help: "Known and unknown addresses get the same answer.",
    }),
    allowsSelfSignUp: setting<boolean>({
      label: "Anyone can create an account",
      type: "flag",
      initial: false,
      fixed: inTests,
      isGuarded: true,
      help: "An account alone opens nothing: an admin must still give it a role.",
    }),
    allowsAnonymous: setting<boolean>({
      label: "Accounts without an address",
      type: "flag",
      initial: false,
      fixed: inTests,
      isGuarded: true,
      help: "Programs can create accounts that nobody can sign in to again.",
    }),
    allowsEmailLink: setting<boolean>({
      label: "Sign in with an email link",
      type: "flag",
      initial: false,
      fixed: inTests,
      isGuarded: true,
      help: "People can sign in without a password.",
    }),
    linkMinutes: setting<number>({
      label: "Email links are valid for",
      type: "count",
      unit: "minutes",
      initial: 10,
      min: 5,
      max: 1440,
      isGuarded: true,
      help: "For links that set a password or sign in. From 5 to 1,440.",
    }),
    continueHosts: setting<readonly string[]>({
      label: "Allowed hosts for links in emails",
      type: "choices",
      initial: [],
      isGuarded: true,
      help: "Besides this one, separated by commas.",
      checkEach: (host: string) => (/^[a-z0-9.-]+(:\d+)?$/i.test(host) ? null : `${host} is not the name of a host.`),
    }),
  },
});

/** What a password must be like. */
export const passwordSettings = defineSettings({
  name: "password",
  label: "Passwords",
  help: "Rules for new passwords. Existing passwords stay valid.",
  specs: {
    minLength: setting<number>({
      label: "Minimum length",
      type: "count",
      unit: "characters",
      initial: 12,
      min: 6,
      max: 64,
      isGuarded: true,
      fixed: ({ isIdentityTestMode }) => (isIdentityTestMode ? 6 : 12),
      help: "From 6 to 64.",
    }),
    maxLength: setting<number>({
      label: "Maximum length",
      type: "count",
      unit: "characters",
      initial: 4096,
      min: 64,
      max: 4096,
      isGuarded: true,
      help: "From 64 to 4,096.",
    }),
    needsLowercase: setting<boolean>({
      label: "Require a lowercase letter",
      type: "flag",
      initial: false,
      isGuarded: true,
      help: "Such as a.",
    }),
    needsUppercase: setting<boolean>({
      label: "Require an uppercase letter",
      type: "flag",
      initial: false,
      isGuarded: true,
      help: "Such as A.",
    }),
    needsNumeric: setting<boolean>({
      label: "Require a digit",
      type: "flag",
      initial: false,
      isGuarded: true,
      help: "Such as 7.",
    }),
    needsSymbol: setting<boolean>({
      label: "Require a symbol",
      type: "flag",
      initial: false,
      isGuarded: true,
      help: "Such as ! or %.",
    }),
    isEnforced: setting<boolean>({
      label: "Enforce these rules",
      type: "flag",
      initial: true,
      isGuarded: true,
      fixed: ({ isIdentityTestMode }) => !isIdentityTestMode,
      help: "When off, any password of at least 6 characters is accepted.",
    }),
  },
});

/** How long a sign-in lasts. */
export const sessionSettings = defineSettings({
  name: "session",
  label: "Sessions",
  help: "How long a sign-in lasts.",
  specs: {
    idleDays: setting<number>({
      label: "Ends after inactivity of",
      type: "count",
      unit: "days",
      initial: 30,
      min: 1,
      max: 90,
      isGuarded: true,
      help: "From 1 to 90.",
    }),
    longestDays: setting<number>({
      label: "Ends at the latest after",
      type: "count",
      unit: "days",
      initial: 90,
      min: 1,
      max: 365,
      isGuarded: true,
      help: "From 1 to 365.",
    }),
  },
});

/** How the identity service behaves, as far as admins may choose. */
export type IdentitySettings = Awaited<ReturnType<typeof readIdentitySettings>>;

/** The settings in force. */
export async function readIdentitySettings(context: Context) {
  const signIn = await readSettings(context, signInSettings);
  return { ...signIn, password: await readSettings(context, passwordSettings) };
}

/** Changes how people get in, as programs that speak the wire do it in tests. */
export async function changeSignIn(context: Context, changes: Readonly<Record<string, boolean>>): Promise<void> {
  for (const [name, value] of Object.entries(changes))
    await upsertSetting(context, settingName(signInSettings, name), value);
}
