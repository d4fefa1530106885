import { isMailAddress } from "../mail/mail-address.ts";
import { defineSettings, setting } from "../settings/define-settings.ts";

/** How the audit log is proven. */
export const auditSettings = defineSettings({
  name: "audit",
  label: "Audit log",
  help: "The audit log is checked every night, and a signed digest is kept in the data folder.",
  specs: {
    digestTo: setting<readonly string[]>({
      label: "Digest recipients",
      type: "choices",
      initial: [],
      isGuarded: true,
      help: "Addresses that receive its fingerprint every night: a copy that nobody on the server can change.",
      checkEach: (text) => (isMailAddress(text) ? null : `${text} is not an email address.`),
    }),
  },
});
