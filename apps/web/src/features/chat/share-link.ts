import { copyText } from "../../lib/copy-text.ts";
import { showToast } from "../../lib/toasts.ts";

/** The address under which a shared conversation is read. */
export const addressOfShare = (id: string) => `${globalThis.location.origin}/tenant/shared-chats/${id}`;

/** Copies the address of a shared conversation, and says so. */
export async function copyShareLink(id: string): Promise<void> {
  const address = addressOfShare(id);
  if (await copyText(address)) showToast({ type: "success", title: "Link copied", message: address });
  else showToast({ type: "error", title: "Link not copied", message: `Copy it by hand: ${address}` });
}
