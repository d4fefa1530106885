import { type RefObject, useEffect } from "react";
import { tellHost } from "./session/embed-host.ts";

/** Tells the page around this one how high an element is, whenever that changes, so that it needs no second scroll bar. */
export function useToldHeight(element: RefObject<HTMLElement | null>, origins: readonly string[]): void {
  useEffect(() => {
    if (!element.current || origins.length === 0 || typeof ResizeObserver === "undefined") return;
    const target = element.current;
    let lastHeight = -1;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(target.getBoundingClientRect().height);
      if (height === lastHeight) return;
      lastHeight = height;
      tellHost(origins, { type: "laiqkan:height", height });
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, origins]);
}
