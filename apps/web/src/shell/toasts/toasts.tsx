import { type FocusEvent, type PointerEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { dismissToast, pauseToasts, resumeToasts, shownToasts, subscribeToasts, type Toast } from "../../lib/toasts.ts";
import { ToastCard } from "./toast-card.tsx";
import classes from "./toasts.module.css";

const isUrgent = ({ type }: Toast) => type === "error" || type === "warning";

/** The stack of toasts at the top right; its two live regions stay in the page, so that screen readers speak. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, shownToasts);
  const stack = useRef<HTMLElement>(null);
  const focusBefore = useRef<Element | null>(null);
  useEffect(pauseWhileHidden, []);

  const hover = ({ pointerType }: PointerEvent) => {
    // A finger hovers from its tap until the next tap elsewhere.
    if (pointerType !== "touch") pauseToasts("hovered");
  };
  const enter = ({ relatedTarget }: FocusEvent) => {
    if (stack.current?.contains(relatedTarget)) return;
    focusBefore.current = relatedTarget;
    pauseToasts("focused");
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!stack.current?.contains(relatedTarget)) resumeToasts("focused");
  };
  const close = (id: string) => {
    const button = stack.current?.querySelector(`button:not([data-toast="${id}"])`) ?? focusBefore.current;
    if (stack.current?.contains(document.activeElement) && button instanceof HTMLElement) button.focus();
    dismissToast(id);
  };

  return (
    <section
      ref={stack}
      className={classes.stack}
      aria-label="Messages"
      onPointerEnter={hover}
      onPointerLeave={() => resumeToasts("hovered")}
      onFocus={enter}
      onBlur={leave}
    >
      <div role="alert" aria-atomic="false">
        {toasts.filter(isUrgent).map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
      <div role="status" aria-atomic="false">
        {toasts
          .filter((toast) => !isUrgent(toast))
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} onClose={close} />
          ))}
      </div>
    </section>
  );
}

function pauseWhileHidden() {
  const follow = () => (document.hidden ? pauseToasts("hidden") : resumeToasts("hidden"));
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => document.removeEventListener("visibilitychange", follow);
}
