import { forgetFollowKey } from "./follow-key.ts";

/** Proof that this tab sent a request. */
type SignupReceipt = { reference: string; isCounted: boolean; follow: string | null };

const storageKey = "signup-receipt";

/** Where storage is switched off, the receipt lives as long as the document. */
let unstored: SignupReceipt | null = null;

/** Keeps the reference for the page that thanks, and the key by which the request is followed. */
export function keepReceipt(reference: string, follow: string): void {
  forgetFollowKey();
  write({ reference, follow, isCounted: false });
}

/** The receipt of this tab, or null when nothing was sent from it. */
export function readReceipt(): SignupReceipt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null) return unstored;
    const { reference, isCounted, follow } = stored as Record<string, unknown>;
    if (typeof reference !== "string") return unstored;
    return { reference, isCounted: isCounted === true, follow: typeof follow === "string" ? follow : null };
  } catch {
    return unstored;
  }
}

/** Calls `count` for the first view of a receipt and never again, however often the page is loaded. */
export function countOnce(count: () => void): void {
  const receipt = readReceipt();
  if (!receipt || receipt.isCounted) return;
  write({ ...receipt, isCounted: true });
  count();
}

function write(receipt: SignupReceipt) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(receipt));
  } catch {
    unstored = receipt;
  }
}
