/** Proof that this tab sent a request. */
type SignupReceipt = { reference: string; isCounted: boolean };

const storageKey = "signup-receipt";

/** Where storage is switched off, the receipt lives as long as the document. */
let unstored: SignupReceipt | null = null;

/** Keeps the reference for the page that thanks. */
export function keepReceipt(reference: string): void {
  write({ reference, isCounted: false });
}

/** The receipt of this tab, or null when nothing was sent from it. */
export function readReceipt(): SignupReceipt | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (typeof stored !== "object" || stored === null) return unstored;
    const { reference, isCounted } = stored as Record<string, unknown>;
    return typeof reference === "string" ? { reference, isCounted: isCounted === true } : unstored;
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
