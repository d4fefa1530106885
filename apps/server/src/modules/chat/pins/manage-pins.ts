import {
  type AskAnswer,
  longestPinTitle,
  mostPins,
  type PinnedAnswer,
  type pinAnswer as pinContract,
  type RouteOutput,
  type readPin as readContract,
  type removePin as removeContract,
  type renamePin as renameContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, requirePerson, type SnapshotContext } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { answerAgain, findMovingPeriod, nameMovingPeriod } from "../../assistant/index.ts";
import type { Reports } from "../../reports/index.ts";
import { findConversation } from "../conversation-store.ts";
import { findMessage } from "../message-store.ts";
import { countPins, deletePin, findPin, insertPin, type PinRow, selectPins, updatePinTitle } from "./pin-store.ts";

const noSuchPin = () => new AppError("not_found", "This pinned answer is not there any more.");

/** The caller's own pinned answers. */
export async function listPins(context: Context): Promise<{ items: PinnedAnswer[] }> {
  const rows = await selectPins(context, requirePerson(context));
  return { items: rows.map(presentPin) };
}

/** The same for a dashboard; whoever looks at someone else's tenant or account has none there. */
export async function listPinsForDashboard(context: Context): Promise<PinnedAnswer[]> {
  const { actor, isPlatformAccess, permissions } = context;
  if (actor.kind !== "user" || isPlatformAccess || !permissions.has("assistant.chat")) return [];
  return (await listPins(context)).items;
}

/** Pins an answer of the caller's own, so that its question is asked again whenever it is looked at. */
export async function pinAnswer(
  context: Context,
  { message: id, title, query: changed, hasFixedDays }: z.output<(typeof pinContract)["input"]>,
): Promise<PinnedAnswer> {
  const uid = requirePerson(context);
  const message = await findMessage(context, uid, id);
  if (!message) throw new AppError("not_found", "This message is not there any more.");
  if (message.is_imported) throw new AppError("invalid_input", "Imported answers cannot be pinned. Ask again first.");
  const query = changed ?? message.answer?.query;
  if (message.answer?.outcome !== "answer" || !message.answer.result || !query) {
    throw new AppError("invalid_input", "Only answers with figures can be pinned.");
  }
  const conversation = await findConversation(context, uid, message.conversation_id);
  if (!conversation || conversation.about_tenant !== null) {
    throw new AppError("invalid_input", "Only answers about your own organisation can be pinned.");
  }
  if ((await countPins(context, uid)) >= mostPins) {
    throw new AppError("limit_reached", `You can pin ${mostPins} answers. Remove one to pin another.`);
  }
  const asked = message.parent === null ? null : await findMessage(context, uid, message.parent);
  const question = asked?.text ?? "";
  const pin = await insertPin(context, {
    uid,
    title: title ?? toTitle(question),
    query,
    period: hasFixedDays ? null : await findMovingPeriod(context, query, question),
    message: id,
  });
  return requirePin(context, pin).then(presentPin);
}

/** Changes the title of one of the caller's own. */
export async function renamePin(
  context: Context,
  { pin: id, title }: z.output<(typeof renameContract)["input"]>,
): Promise<PinnedAnswer> {
  await updatePinTitle(context, requirePerson(context), { id, title });
  return presentPin(await requirePin(context, id));
}

/** Removes one of the caller's own. */
export async function removePin(
  context: Context,
  { pin: id }: z.output<(typeof removeContract)["input"]>,
): Promise<RouteOutput<typeof removeContract>> {
  if (!(await deletePin(context, requirePerson(context), id))) throw noSuchPin();
  return { id };
}

/** Asks one of the caller's own again, as they may by now. */
export async function readPin(
  context: SnapshotContext,
  { pin: id }: z.output<(typeof readContract)["input"]>,
  reports: Reports,
): Promise<AskAnswer> {
  const { query, period } = await requirePin(context, id);
  return answerAgain(context, { query: query as object, period }, reports);
}

async function requirePin(context: Context, id: string): Promise<PinRow> {
  const row = await findPin(context, requirePerson(context), id);
  if (!row) throw noSuchPin();
  return row;
}

function presentPin(row: PinRow): PinnedAnswer {
  return {
    id: row.id,
    title: row.title,
    period: row.period === null ? null : nameMovingPeriod(row.period),
    conversation: row.conversation_id,
    message: row.message_id,
    createdAt: row.created_at.toISOString(),
  };
}

function toTitle(question: string): string {
  const line = question.replace(/\s+/g, " ").trim();
  return line === "" ? "Pinned answer" : line.slice(0, longestPinTitle);
}
