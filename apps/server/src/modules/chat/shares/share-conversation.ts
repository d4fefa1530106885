import type {
  getConversationShare as getContract,
  OwnShare,
  Permission,
  readShare as readContract,
  revokeShare as revokeContract,
  SharedChat,
  SharedMessage,
  shareConversation as shareContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { type Context, platformTenant, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findUser } from "../../directory/index.ts";
import type { ConversationRow } from "../conversation-store.ts";
import { requireConversation } from "../manage-conversations.ts";
import { selectMessages } from "../message-store.ts";
import { listBranch } from "../read-turn.ts";
import { makeSnapshot, nameSnapshot } from "./make-snapshot.ts";
import { deleteShare, findOwnShare, findShare, type ListedShare, saveShare, selectShares } from "./share-store.ts";

/** What answers stand on. Figures and documents are those of the tenant, the same for whoever may read them. */
const answerPermissions: readonly Permission[] = ["assistant.ask", "metrics.read", "reports.read"];
/** The most characters of a copy, about as many as a page can show. */
const longestCopy = 4_000_000;

const noSuchShare = () => new AppError("not_found", "This conversation is not shared any more.");

/** How one of the caller's own conversations is shared. */
export async function getConversationShare(
  context: Context,
  { conversation: id }: z.output<(typeof getContract)["input"]>,
): Promise<{ share: OwnShare | null }> {
  await requireConversation(context, id);
  const share = await findOwnShare(context, requirePerson(context), id);
  return { share: share && presentOwn(share) };
}

/** Shares a copy of the branch that is shown, or replaces the copy. */
export async function shareConversation(
  context: Context,
  { conversation: id }: z.output<(typeof shareContract)["input"]>,
): Promise<OwnShare> {
  const uid = requirePerson(context);
  const conversation = await requireConversation(context, id);
  requireShareable(context, conversation);
  const messages = await readCopy(context, conversation);
  const permissions = answerPermissions.filter((one) => context.permissions.has(one));
  await saveShare(context, { conversation: id, uid, title: nameSnapshot(conversation.title), messages, permissions });
  const share = await findOwnShare(context, uid, id);
  if (!share) throw noSuchShare();
  await recordAudit(context, {
    act: "conversations.shared",
    subject: `conversations/${id}`,
    details: { share: share.id },
  });
  return presentOwn(share);
}

/** Only what is about the tenant itself, and stays, is shared: others must be allowed to see every figure of it. */
function requireShareable({ tenantId, confined }: Context, conversation: ConversationRow): void {
  if (tenantId === platformTenant || conversation.about_tenant !== null) {
    throw new AppError("invalid_input", "Only conversations about your own organisation can be shared.");
  }
  if (confined) throw new AppError("invalid_input", "You see only a part of the figures, so they cannot be shared.");
  if (conversation.imported_at !== null) {
    throw new AppError("invalid_input", "Imported conversations cannot be shared: their figures are not verified.");
  }
  if (conversation.expires_at !== null) {
    throw new AppError("invalid_input", "Temporary conversations cannot be shared.");
  }
}

async function readCopy(context: Context, { id, leaf }: ConversationRow): Promise<SharedMessage[]> {
  const messages = await selectMessages(context, id);
  const branch = listBranch(new Map(messages.map((message) => [message.id, message])), leaf);
  if (branch.some(({ ended_at: endedAt }) => endedAt === null)) {
    throw new AppError("conflict", "An answer is still being written. Share the conversation when it is finished.");
  }
  const copy = makeSnapshot(branch);
  if (copy.length === 0) throw new AppError("invalid_input", "There is nothing to share in this conversation.");
  if (JSON.stringify(copy).length > longestCopy) {
    throw new AppError("too_large", "This conversation is too long to be shared. Ask again in a new one.");
  }
  return copy;
}

/** Removes the shared copy of one of the caller's own conversations. */
export async function revokeShare(
  context: Context,
  { conversation: id }: z.output<(typeof revokeContract)["input"]>,
): Promise<{ id: string }> {
  const uid = requirePerson(context);
  await requireConversation(context, id);
  const share = await findOwnShare(context, uid, id);
  if (!share || !(await deleteShare(context, uid, id))) throw noSuchShare();
  await recordAudit(context, {
    act: "conversations.share_revoked",
    subject: `conversations/${id}`,
    details: { share: share.id },
  });
  return { id: share.id };
}

/** The caller's own conversations that are shared. */
export async function listShares(context: Context): Promise<{ items: OwnShare[] }> {
  const rows = await selectShares(context, requirePerson(context));
  return { items: rows.map(presentOwn) };
}

/** A conversation that someone of the caller's tenant has shared. */
export async function readShare(
  context: Context,
  { share: id }: z.output<(typeof readContract)["input"]>,
): Promise<SharedChat> {
  requirePerson(context);
  const share = await findShare(context, id);
  const owner = share && (await findUser(context, share.owner_uid));
  // Whoever has moved to another organisation shares nothing here any more.
  if (!share || owner?.tenantId !== context.tenantId) throw noSuchShare();
  const mayRead = share.permissions.every((one) => context.permissions.has(one as Permission));
  if (!mayRead || context.confined) {
    throw new AppError("forbidden", "This conversation holds figures that you may not see. Ask your manager.");
  }
  return {
    id: share.id,
    title: share.title,
    by: owner.name ?? owner.email ?? "A colleague",
    sharedAt: share.shared_at.toISOString(),
    messages: share.messages,
  };
}

function presentOwn({ id, conversation_id: conversation, title, shared_at: at, messages }: ListedShare): OwnShare {
  return { id, conversation, title, sharedAt: at.toISOString(), messages };
}
