/** The parts of cash on delivery, with what they are called. */
export const codParts = {
  matching: "Three ways",
  handIns: "Hand-ins",
  deposits: "Deposits",
  payouts: "Payouts",
  rules: "Rules",
} as const;
export type CodPart = keyof typeof codParts;

export const flowStates = {
  pending: "Waits for a second person",
  posted: "Posted",
  voided: "Voided",
  reversed: "Reversed",
} as const;
