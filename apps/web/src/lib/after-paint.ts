/** Does something once what changed before it has been painted: a click answers at once, whatever follows from it. */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
