import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** So far from the end somebody still reads along. */
const nearPx = 120;

type Reading = {
  /** How many messages there are. */
  messages: number;
  /** Whether the last one is still growing. */
  isGrowing: boolean;
};

/**
 * Keeps the end in sight while an answer grows, as long as the reader is there. Once it has ended the question stands at
 * the top, since its figures are often longer than the window. Whoever has scrolled away stays where they are.
 */
export function useStickToEnd(list: RefObject<HTMLElement | null>, { messages, isGrowing }: Reading) {
  const [isAway, setAway] = useState(false);
  const follows = useRef(false);
  const jumpToEnd = useCallback(() => {
    follows.current = true;
    setAway(false);
    globalThis.scrollTo({ top: document.documentElement.scrollHeight });
  }, []);

  useEffect(() => {
    const onScroll = () => {
      if (isGrowing) follows.current = isNearEnd();
      setAway(!isNearEnd());
    };
    const onGrow = () => {
      if (isGrowing && follows.current) globalThis.scrollTo({ top: document.documentElement.scrollHeight });
      else setAway(!isNearEnd());
    };
    globalThis.addEventListener("scroll", onScroll, { passive: true });
    const observer = new ResizeObserver(onGrow);
    if (messages > 0 && list.current) observer.observe(list.current);
    return () => {
      globalThis.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [list, messages, isGrowing]);

  const wasGrowing = useRef(isGrowing);
  useEffect(() => {
    if (wasGrowing.current && !isGrowing && follows.current) {
      const own = list.current?.querySelectorAll("[data-own]");
      own?.item(own.length - 1)?.scrollIntoView({ block: "start" });
    }
    wasGrowing.current = isGrowing;
  }, [list, isGrowing]);
  return { isAway, jumpToEnd };
}

function isNearEnd(): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - globalThis.scrollY - globalThis.innerHeight < nearPx;
}
