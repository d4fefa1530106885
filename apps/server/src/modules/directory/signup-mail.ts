import type { Context } from "../../platform/context.ts";
import type { Mail } from "../../platform/mail/outbox-store.ts";
import type { SignupRequest } from "./signup-request-store.ts";

/** The mail that tells the admins of a new request. */
export function signupMail({ config }: Context, to: string[], request: SignupRequest): Mail {
  const lines: [string, string | null][] = [
    ["Name", request.fullName],
    ["E-mail", request.email],
    ["Company", request.company],
    ["Phone", request.phone],
    ["Country", request.country],
    ["Branches", request.branches],
    ["Systems", request.systems.join(", ") || null],
    ["Message", request.message],
  ];
  return {
    to,
    subject: `${config.productName}: ${request.company} asks for access (${request.reference})`,
    text: [
      `${request.fullName} of ${request.company} asks for access.`,
      "",
      ...lines.filter(([, value]) => value !== null).map(([label, value]) => `${label}: ${value}`),
      "",
      `Reference ${request.reference}`,
    ].join("\n"),
  };
}
