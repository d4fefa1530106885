import { isMailAddress } from "../mail/mail-address.ts";
import { defineSettings, setting } from "../settings/define-settings.ts";

/** How the audit log is proven. */
export const auditSettings = defineSettings({
  name: "audit",
  label: "Audit log",
  help: "Every night the audit log is checked, and a signed digest of it is kept in the data folder.",
  specs: {
    digestTo: setting<readonly string[]>({
      label: "Who gets the digest",
      type: "choices",
      initial: [],
      isGuarded: true,
      help: "Addresses that are sent its fingerprint every night: a copy that nobody on the server can change.",
      checkEach: (text) => (isMailAddress(text) ? null : `${text} is not an e-mail address.`),
    }),
  },
});
