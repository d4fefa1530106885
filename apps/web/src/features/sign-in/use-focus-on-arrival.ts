import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";

/** Puts the focus into a field when its page is shown, also after the heading took it for the change of page. */
export function useFocusOnArrival(field: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const focus = () => field.current?.focus({ preventScroll: true });
    focus();
    return router.subscribe("onRendered", focus);
  }, [router, field]);
}
