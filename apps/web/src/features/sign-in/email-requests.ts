/** What a mailed link about an email address asks and answers, in words. */
export type EmailRequest = {
  title: string;
  question: (address: string) => string;
  button: string;
  answer: (address: string) => string;
  /** Whether the former address may have been changed by someone else. */
  isWarning?: true;
};

/** The links about an email address, by the type that the identity service gives them. */
export const emailRequests: Readonly<Record<string, EmailRequest>> = {
  VERIFY_EMAIL: {
    title: "Confirm your email address",
    question: (address) => `Confirm that ${address} is yours.`,
    button: "Confirm address",
    answer: (address) => `${address} is confirmed.`,
  },
  VERIFY_AND_CHANGE_EMAIL: {
    title: "Change your email address",
    question: (address) => `From now on you sign in as ${address}. You will be signed out everywhere.`,
    button: "Change address",
    answer: (address) => `Your email address is now ${address}. Sign in with it.`,
  },
  RECOVER_EMAIL: {
    title: "Restore your email address",
    question: (address) => `The address of your account was changed. This restores ${address}.`,
    button: "Restore the address",
    answer: (address) => `Your email address is ${address} again. If you did not change it, set a new password.`,
    isWarning: true,
  },
};
