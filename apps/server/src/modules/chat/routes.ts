import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { handle, handleDirectly, handleStream, handleUpload } from "../../platform/http/endpoint.ts";
import type { Models } from "../models/index.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import { keepMessage } from "./compare/keep-message.ts";
import { continueMessage } from "./continue/continue-message.ts";
import { addOwnFile, ownFileMeter } from "./files/add-file.ts";
import {
  changeOwnFile,
  listOwnFiles,
  readOwnFile,
  removeOwnFile,
  removeOwnFiles,
  retryOwnFile,
} from "./files/manage-files.ts";
import { conversationMeter, importConversation } from "./imports/import-conversation.ts";
import {
  changeConversation,
  deleteConversation,
  deleteConversations,
  getConversation,
  listConversations,
  startConversation,
} from "./manage-conversations.ts";
import type { MessageHub } from "./message-hub.ts";
import { findMessage } from "./message-store.ts";
import { listClosedConversations, listOwnOpenings, openConversation } from "./openings/open-conversation.ts";
import { listPins, pinAnswer, readPin, removePin, renamePin } from "./pins/manage-pins.ts";
import {
  addAssistantNote,
  changeAssistantNote,
  changeAssistantProfile,
  eraseAssistantNote,
  eraseAssistantNotes,
  getAssistantProfile,
} from "./profile/manage-profile.ts";
import { listPrompts, removePrompt, savePrompt } from "./prompts/list-prompts.ts";
import { rateMessage } from "./rate-message.ts";
import { changeConversations, deleteSelectedConversations } from "./selections/change-conversations.ts";
import { branchMessage, retryMessage, sendMessage, stopMessage } from "./send-message.ts";
import {
  getConversationShare,
  listShares,
  readShare,
  revokeShare,
  shareConversation,
} from "./shares/share-conversation.ts";

export type ChatParts = { database: Database; hub: MessageHub; models: Models; reports: Reports };

/** The endpoints of conversations. */
export function chatRoutes({ database, hub, models, reports }: ChatParts) {
  return [
    handle(routes.listConversations, listConversations),
    handle(routes.startConversation, startConversation),
    handle(routes.getConversation, getConversation),
    handle(routes.changeConversation, changeConversation),
    handle(routes.deleteConversation, deleteConversation),
    handle(routes.deleteConversations, deleteConversations),
    handle(routes.sendMessage, (context, input) => sendMessage(context, input, models)),
    handle(routes.branchMessage, (context, input) => branchMessage(context, input, models)),
    handle(routes.retryMessage, (context, input) => retryMessage(context, input, models)),
    handle(routes.continueMessage, (context, input) => continueMessage(context, input, models)),
    handle(routes.keepMessage, keepMessage),
    handle(routes.stopMessage, stopMessage),
    handle(routes.rateMessage, rateMessage),
    handle(routes.getAssistantProfile, getAssistantProfile),
    handle(routes.changeAssistantProfile, changeAssistantProfile),
    handle(routes.addAssistantNote, addAssistantNote),
    handle(routes.changeAssistantNote, changeAssistantNote),
    handle(routes.eraseAssistantNote, eraseAssistantNote),
    handle(routes.eraseAssistantNotes, eraseAssistantNotes),
    handle(routes.listOwnOpenings, listOwnOpenings),
    handle(routes.listClosedConversations, listClosedConversations),
    handle(routes.openConversation, openConversation),
    handle(routes.listPrompts, listPrompts),
    handle(routes.savePrompt, savePrompt),
    handle(routes.removePrompt, removePrompt),
    handle(routes.changeConversations, changeConversations),
    handle(routes.deleteSelectedConversations, deleteSelectedConversations),
    handleUpload(
      routes.importConversation,
      (context, _, files) => importConversation(context, files, database),
      conversationMeter,
    ),
    handle(routes.listOwnFiles, listOwnFiles),
    handleUpload(
      routes.addOwnFile,
      (context, input, files) => addOwnFile(context, input, files, database),
      ownFileMeter,
    ),
    handle(routes.readOwnFile, readOwnFile),
    handle(routes.changeOwnFile, changeOwnFile),
    handle(routes.retryOwnFile, retryOwnFile),
    handle(routes.removeOwnFile, removeOwnFile),
    handle(routes.removeOwnFiles, removeOwnFiles),
    handle(routes.getConversationShare, getConversationShare),
    handle(routes.shareConversation, shareConversation),
    handle(routes.revokeShare, revokeShare),
    handle(routes.listShares, listShares),
    handle(routes.readShare, readShare),
    handle(routes.listPins, listPins),
    handle(routes.pinAnswer, pinAnswer),
    handle(routes.renamePin, renamePin),
    handle(routes.removePin, removePin),
    handle(
      routes.readPin,
      async (context, input) => readPin(context, input, await reportsAllowedFor(context, reports)),
      "snapshot",
    ),
    handleDirectly(routes.listModels, (context) => models.list(context)),
    handleStream(routes.streamMessage, async (caller, { message, lastEventId }, sink) => {
      const { actor, tenantId, now } = caller;
      const uid = actor.kind === "user" ? actor.uid : "";
      const own = await database.inTenant(tenantId, (db) => findMessage({ db, tenantId, now }, uid, message));
      if (!own) throw new AppError("not_found", "This message is not there any more.");
      const after = lastEventId !== undefined && /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0;
      return hub.follow({
        tenantId,
        message,
        after,
        send: (event, number) => sink.send({ ...event, cursor: number === null ? null : String(number) }),
        end: sink.end,
      });
    }),
  ];
}
