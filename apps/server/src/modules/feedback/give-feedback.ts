import {
  type changeOwnFeedback as changeContract,
  type FeedbackState,
  feedbackCategories,
  type giveFeedback as giveContract,
  type listOwnFeedback as listContract,
  type OwnFeedback,
  type RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { notify } from "../notices/index.ts";
import { feedbackGiven } from "./feedback-notices.ts";
import { keepScreenshot } from "./feedback-screenshots.ts";
import {
  type Feedback,
  findOwnFeedback,
  insertFeedback,
  type NewFeedback,
  selectOwnFeedback,
  updateOwnFeedback,
} from "./feedback-store.ts";

type Given = z.output<(typeof giveContract)["input"]>;

const mostShown = 100;

/** Nobody has begun to work on it. */
const openStates: ReadonlySet<FeedbackState> = new Set(["new", "triaged"]);

/** Keeps what someone says of an answer or a page, and tells those who read it. */
export async function giveFeedback(context: Context, given: Given): Promise<RouteOutput<typeof giveContract>> {
  const feedback = toRow(requirePerson(context), given);
  const id = await insertFeedback(context, feedback);
  if (given.screenshot) await keepScreenshot(context, id, given);
  // Thumbs up are counted, and nobody has to look at them.
  if (feedback.rating !== "up") await tellReaders(context, id, feedback);
  return { id };
}

function toRow(uid: string, given: Given): NewFeedback {
  const { kind, page, pageQuery = null, requestId = null, version = null, viewport = null, text } = given;
  const row = { uid, kind, text, page, pageQuery, requestId, version, viewport };
  if (kind === "page") {
    if (text === "")
      throw new AppError("invalid_input", "Say what it is about.", { fields: { text: "Enter some text." } });
    return { ...row, category: given.category, rating: null, reasons: [], answer: null, expected: null };
  }
  const { rating, reasons, answer, expected = null } = given;
  if (!rating || !answer) {
    throw new AppError("invalid_input", "The rating and the answer belong together.", {
      fields: rating ? { answer: "Send the answer." } : { rating: "Choose up or down." },
    });
  }
  return { ...row, category: null, rating, reasons, answer, expected };
}

async function tellReaders(context: Context, id: string, { answer, category, page, text }: NewFeedback): Promise<void> {
  const isOfPlatform = context.tenantId === platformTenant;
  const subject = answer
    ? `An answer was rated unhelpful: ${answer.question}`
    : `${feedbackCategories[category ?? "problem"]} reported on ${page}`;
  const notice = { kind: feedbackGiven, subject, text: text || null, about: `feedback/${id}` };
  if (!isOfPlatform) {
    await notify(context, {
      ...notice,
      to: { tenant: context.tenantId, permission: "feedback.read" },
      link: `/tenant/feedback?row=${id}`,
    });
  }
  await notify(context, {
    ...notice,
    to: { platformAdmins: true },
    link: `/admin/feedback/${isOfPlatform ? "all" : context.tenantId}?row=${id}`,
  });
}

/** What the caller has said, with what became of it. */
export async function listOwnFeedback(context: Context): Promise<RouteOutput<typeof listContract>> {
  const rows = await selectOwnFeedback(context, requirePerson(context), mostShown);
  return { items: rows.map(present) };
}

/** Changes the caller's own words, or takes them back. */
export async function changeOwnFeedback(
  context: Context,
  { feedback: id, text, reasons, expected, isWithdrawn }: z.output<(typeof changeContract)["input"]>,
): Promise<OwnFeedback> {
  const uid = requirePerson(context);
  const before = await findOwnFeedback(context, uid, id);
  if (!before) throw new AppError("not_found", "There is no such feedback of yours.");
  if (!openStates.has(before.state)) {
    throw new AppError("conflict", "It is being worked on or is settled, and can no longer be changed.");
  }
  if (before.kind === "page" && expected) throw new AppError("invalid_input", "Only an answer can have another query.");
  if (before.kind === "page" && text === "") {
    throw new AppError("invalid_input", "Say what it is about.", { fields: { text: "Enter some text." } });
  }
  await updateOwnFeedback(context, id, { text, reasons, expected, isWithdrawn: isWithdrawn === true });
  const after = await findOwnFeedback(context, uid, id);
  return present(after ?? before);
}

function present({ id, kind, rating, category, reasons, body, answer, page, state, ...row }: Feedback): OwnFeedback {
  return {
    id,
    kind,
    rating,
    category,
    reasons,
    text: body ?? "",
    about: answer?.question ?? page,
    page,
    state,
    reply: row.reply,
    repliedAt: row.replied_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    isOpen: openStates.has(state),
  };
}
