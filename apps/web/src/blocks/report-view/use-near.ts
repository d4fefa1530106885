import { type RefObject, useEffect, useState } from "react";

/** Whether an element has come near to being seen; once it has, it stays so. */
export function useNear(element: RefObject<Element | null>, marginPx = 600): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (isNear || !target) return;
    if (typeof IntersectionObserver === "undefined") {
      setIsNear(true);
      return;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isNear, marginPx]);
  return isNear;
}
