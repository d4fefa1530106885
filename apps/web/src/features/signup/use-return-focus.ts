import { useEffect } from "react";

/** Gives the focus back to the control that had it before, or to a fallback when none had it. */
export function useReturnFocus(fallbackId: string): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // A heading has the focus only because the page was just entered; nobody chose it.
      const isControl =
        before instanceof HTMLElement && before.isConnected && before.matches("a, button, input, select, textarea");
      const target = isControl ? before : document.getElementById(fallbackId);
      target?.focus({ preventScroll: true });
    };
  }, [fallbackId]);
}
