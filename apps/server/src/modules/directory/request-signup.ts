import { createHash, randomInt } from "node:crypto";
import type { requestSignup as contract } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import { notify } from "../notices/index.ts";
import { accessRequested } from "./directory-notices.ts";
import { refuseWhenClosed } from "./request-settings.ts";
import { deriveFollowKey, hashFollowKey } from "./requests/follow-key.ts";
import { describeSignup, receiptMail } from "./signup-mail.ts";
import { countSignupRequests, type Described, findSignupRequest, insertSignupRequest } from "./signup-request-store.ts";

type Input = z.output<(typeof contract)["input"]>;

/** Nobody fills the form in faster; such a request is kept, but no mail is sent for it. */
const fastestPersonMs = 2500;
const perMailAndDay = 5;
const dayMs = 86_400_000;

type Answer = { reference: string; follow: string };

/** Stores a visitor's request once and tells the admins. The answer says nothing about whether the address is known. */
export async function requestSignup(context: Context, input: Input): Promise<Answer> {
  const { idempotencyKey, website, filledInMs, consent: _, ...form } = input;
  const contentHash = createHash("sha256").update(JSON.stringify(form)).digest("hex");
  // Made of what was sent, so that whoever sends it again gets the same one.
  const follow = deriveFollowKey(context, idempotencyKey);
  const earlier = await findSignupRequest(context, idempotencyKey);
  if (earlier) return { reference: referenceAgain(earlier, contentHash), follow };
  await refuseWhenClosed(context);
  await refuseFlood(context, form.email);

  const isSuspect = website !== "" || filledInMs < fastestPersonMs;
  const followHash = hashFollowKey(follow);
  const request = { ...form, idempotencyKey, contentHash, followHash, isSuspect, reference: newReference() };
  if (!(await insertSignupRequest(context, request))) {
    const winner = await findSignupRequest(context, idempotencyKey);
    if (winner) return { reference: referenceAgain(winner, contentHash), follow };
  }
  if (!isSuspect) await announceRequest(context, request);
  return { reference: request.reference, follow };
}

/** Tells the admins that a request has come in, and its sender that it is in good hands. */
export async function announceRequest(context: Context, request: Described): Promise<void> {
  await notify(context, {
    kind: accessRequested,
    to: { platformAdmins: true },
    subject: `${request.company} requests access (${request.reference})`,
    text: describeSignup(request),
    about: `requests/${request.reference}`,
    link: `/admin/tenants?view=requests&row=${request.reference}`,
  });
  await sendMail(context, receiptMail(context, request, deriveFollowKey(context, request.idempotencyKey)));
  await publishEvent(context, { type: "signup-request.received", data: { reference: request.reference } });
}

function referenceAgain(earlier: { reference: string; contentHash: string }, contentHash: string): string {
  if (earlier.contentHash === contentHash) return earlier.reference;
  throw new AppError(
    "conflict",
    "This request was already sent with other details. Send the changed one as a new request.",
  );
}

async function refuseFlood(context: Context, email: string): Promise<void> {
  const since = new Date(context.now.getTime() - dayMs);
  if ((await countSignupRequests(context, email, since)) < perMailAndDay) return;
  throw new AppError(
    "limit_reached",
    "We have several requests from this address already and will answer them first.",
    {
      retryAfterSeconds: dayMs / 1000,
    },
  );
}

/** Short enough to read out on the phone, without letters that look alike. */
function newReference(): string {
  const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
  const pick = () => letters[randomInt(letters.length)];
  return `${Array.from({ length: 5 }, pick).join("")}-${Array.from({ length: 5 }, pick).join("")}`;
}
