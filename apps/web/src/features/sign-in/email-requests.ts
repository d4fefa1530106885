/** What a mailed link about an e-mail address asks and answers, in words. */
export type EmailRequest = {
  title: string;
  question: (address: string) => string;
  button: string;
  answer: (address: string) => string;
  /** Whether the former address may have been changed by somebody else. */
  isWarning?: true;
};

/** The links about an e-mail address, by the type that the identity service gives them. */
export const emailRequests: Readonly<Record<string, EmailRequest>> = {
  VERIFY_EMAIL: {
    title: "Confirm your e-mail address",
    question: (address) => `Confirm that ${address} is yours.`,
    button: "Confirm address",
    answer: (address) => `${address} is confirmed.`,
  },
  VERIFY_AND_CHANGE_EMAIL: {
    title: "Change your e-mail address",
    question: (address) => `From now on you sign in as ${address}. You will be signed out everywhere.`,
    button: "Change address",
    answer: (address) => `Your e-mail address is now ${address}. Sign in with it.`,
  },
  RECOVER_EMAIL: {
    title: "Take back your e-mail address",
    question: (address) => `The address of your account was changed. This sets it back to ${address}.`,
    button: "Set back the address",
    answer: (address) => `Your e-mail address is ${address} again. If you did not change it, set a new password.`,
    isWarning: true,
  },
};
