import { useEffect } from "react";

/** Keeps the page behind a dialog from scrolling and from moving. */
export function useStillPage(): void {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement;
    const before = { overflow: style.overflow, paddingRight: style.paddingRight };
    // Room for the scroll bar that goes away.
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = "hidden";
    return () => {
      Object.assign(style, before);
    };
  }, []);
}
