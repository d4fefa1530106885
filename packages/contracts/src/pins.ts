import { z } from "zod";
import { askAnswer } from "./assistant.ts";
import { metricQuery } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** The most answers that one person pins. */
export const mostPins = 50;
/** The most characters of a pin's title. */
export const longestPinTitle = 120;

export const pinId = z.string().min(1).max(64);
const title = z.string().trim().min(1).max(longestPinTitle);

const pinnedAnswer = z.object({
  id: z.string(),
  title: z.string(),
  /** The period that moves with today, in words; null where its days stay the same. */
  period: z.string().nullable(),
  /** The conversation that it was pinned in; null when that is gone. */
  conversation: z.string().nullable(),
  /** The answer that it was made from. */
  message: z.string(),
  createdAt: instant,
});
export type PinnedAnswer = z.output<typeof pinnedAnswer>;

export const listPins = route({
  method: "GET",
  path: "/api/assistant/pins",
  logPart: "assistant",
  permission: "assistant.chat",
  summary: "One's own pinned answers, the newest first, without their figures.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(pinnedAnswer) }),
  topics: ["pins"],
});

export const pinAnswer = route({
  method: "POST",
  path: "/api/assistant/pins",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Pins an answer of one's own that holds figures: it is asked again whenever it is looked at.",
  input: z.strictObject({
    message: z.string().min(1).max(64),
    /** What its question said when left out. */
    title: title.optional(),
    /** The query of the answer, where its chips were changed. */
    query: metricQuery.optional(),
    /** Its days stay as they are, also where they are those of a period such as last month. */
    hasFixedDays: z.boolean().default(false),
  }),
  output: pinnedAnswer,
  status: 201,
  topics: ["pins"],
});

export const renamePin = route({
  method: "PATCH",
  path: "/api/assistant/pins/{pin}",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Changes the title of a pinned answer.",
  input: z.strictObject({ pin: pinId, title }),
  output: pinnedAnswer,
  topics: ["pins"],
});

export const removePin = route({
  method: "DELETE",
  path: "/api/assistant/pins/{pin}",
  logPart: "assistant",
  leavesNoNote: true,
  permission: "assistant.chat",
  summary: "Removes a pinned answer; its card goes from the dashboard too.",
  input: z.strictObject({ pin: pinId }),
  output: z.object({ id: z.string() }),
  topics: ["pins"],
});

export const readPin = route({
  method: "GET",
  path: "/api/assistant/pins/{pin}/answer",
  logPart: "assistant",
  permission: "assistant.chat",
  summary: "Asks a pinned answer again, with the data of now.",
  input: z.strictObject({ pin: pinId }),
  output: askAnswer,
  topics: ["pins", "metrics"],
});
