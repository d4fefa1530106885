/** Scrolls to a marked passage, and lets the keyboard go on from it. */
export function bringIntoSight(element: HTMLElement) {
  element.scrollIntoView?.({ block: "center" });
  element.focus({ preventScroll: true });
}
