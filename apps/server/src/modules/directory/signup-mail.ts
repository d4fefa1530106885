import { publicAddress } from "../../platform/config.ts";
import type { Context } from "../../platform/context.ts";
import { type Mail, privateLink } from "../../platform/mail/outbox-store.ts";
import type { Described } from "./signup-request-store.ts";

/** What the admins are told of a new request. */
export function describeSignup(request: Described): string {
  const lines: [string, string | null][] = [
    ["Name", request.fullName],
    ["Email", request.email],
    ["Company", request.company],
    ["Phone", request.phone],
    ["Country", request.country],
    ["Branches", request.branches],
    ["Systems", request.systems.join(", ") || null],
    ["Message", request.message],
  ];
  return [
    `${request.fullName} of ${request.company} requests access.`,
    "",
    ...lines.filter(([, value]) => value !== null).map(([label, value]) => `${label}: ${value}`),
    "",
    `Reference ${request.reference}`,
  ].join("\n");
}

/** A mail that could not be sent for a week is of no use to anyone. */
const followMs = 7 * 86_400_000;

/** The mail that tells the sender of a request that it has come in. It repeats nothing that a stranger could have typed. */
export function receiptMail({ config, now }: Context, { email, reference }: Described, follow: string): Mail {
  return {
    to: [email],
    subject: `${config.productName}: we received your request`,
    text: [
      "Hello,",
      "",
      `we received your request for access to ${config.productName}, reference ${reference}. We will write to you within two working days.`,
      "",
      "Check its status at any time. Keep this link private:",
      privateLink,
      "",
      "If you did not request access, ignore this email.",
    ].join("\n"),
    link: { href: `${publicAddress(config)}/thank-you#k=${follow}`, expiresAt: new Date(now.getTime() + followMs) },
  };
}

/** The mail that tells the sender of a request that there is no access for now. */
export function rejectionMail(
  { config }: Context,
  { email, reference, answer }: { email: string; reference: string; answer: string },
): Mail {
  return {
    to: [email],
    subject: `${config.productName}: about your request`,
    text: ["Hello,", "", answer, "", `Reference ${reference}`].join("\n"),
  };
}
