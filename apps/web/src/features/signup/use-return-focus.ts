import { useEffect } from "react";

/** Gives the focus back to what had it before, or to a fallback when that was no control of the page. */
export function useReturnFocus(fallbackId: string | null = null): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const isControl = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const target = isControl && before.tagName !== "H1" ? before : document.getElementById(fallbackId ?? "");
      target?.focus({ preventScroll: true });
    };
  }, [fallbackId]);
}
