import type { LimitMeasure } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import type { LimitPart } from "./limit-store.ts";

const measures: Record<LimitMeasure, { one: string; many: string }> = {
  messages: { one: "message", many: "messages" },
  tokens: { one: "token", many: "tokens" },
};

/** How many of what: "1 message", "50,000 tokens". */
function sayAmount(what: LimitMeasure, amount: number, formats: FormatChoices): string {
  return `${formatNumber(amount, formats)} ${amount === 1 ? measures[what].one : measures[what].many}`;
}

const owners: Record<LimitPart["owner"], string> = {
  person: "You have used your",
  role: "Everyone with your role has together used the",
  tenant: "Your organisation has used its",
  platform: "All organisations together have used the",
};

/** What someone is told whose message would pass a limit: why, when it goes on, and who can change it. */
export function sayReached(part: LimitPart, formats: FormatChoices): string {
  const { limit } = part;
  const sentences = [
    ...(limit.words ? [withFullStop(limit.words)] : []),
    ...(limit.most === 0 ? [nothingAllowed[limit.what]] : sayUsedUp(part, formats)),
    ...(limit.what === "tokens" ? ["You can still ask without a model."] : []),
    "Platform admins can raise it.",
  ];
  return sentences.join(" ");
}

const nothingAllowed: Record<LimitMeasure, string> = {
  messages: "A limit allows no messages to the assistant.",
  tokens: "A limit allows no answers by a model.",
};

function sayUsedUp({ limit, owner, period, timeZone }: LimitPart, formats: FormatChoices): string[] {
  const amount = sayAmount(limit.what, limit.most, formats);
  const span = limit.period === "day" ? "today" : "this month";
  const resetsAt = formatInstant(period.resetsAt.getTime(), { ...formats, timeZone });
  return [`${owners[owner]} ${amount} for ${span}.`, `The limit resets on ${resetsAt} (${timeZone}).`];
}

function withFullStop(words: string): string {
  return /[.!?…؟]$/.test(words) ? words : `${words}.`;
}
