import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./report-view.module.css";

const least = 240;

/** As much height as the card has left: a picture beside a taller panel grows with it. */
export function FillRoom({ children }: { children: (height: number) => ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(least);
  useEffect(() => {
    const element = room.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setHeight(Math.max(least, Math.floor(element.clientHeight))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={room} className={classes.room}>
      <div className={classes.inside}>{children(height)}</div>
    </div>
  );
}
