import { useEffect, useRef } from "react";
import { describePlace, PassageText } from "../passage/passage-text.tsx";
import classes from "./document-source.module.css";
import type { SourcePassage } from "./source-file.ts";

type Props = {
  title: string;
  passages: readonly SourcePassage[];
  /** The id of the passage that is marked. */
  marked: string | null;
  /** It goes on beyond these. */
  hasMore: boolean;
  /** Brings the marked passage into sight. */
  onMarked: (element: HTMLElement) => void;
};

/** A document in the order of reading, with one passage of it marked. */
export function SourceText({ title, passages, marked, hasMore, onMarked }: Props) {
  const here = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another marked passage is another element
  useEffect(() => {
    if (here.current) onMarked(here.current);
  }, [marked]);
  return (
    <div className={classes.text}>
      {passages.map((passage, place) => {
        const before = passages[place - 1];
        const heading = describePlace({ title, headings: passage.headings, page: null });
        const isNew = heading !== "" && passage.headings.join() !== before?.headings.join();
        const isPageNew = passage.page !== null && passage.page !== before?.page;
        const isHere = passage.id === marked;
        return (
          <div
            key={passage.id}
            ref={isHere ? here : undefined}
            tabIndex={isHere ? -1 : undefined}
            aria-current={isHere || undefined}
            className={isHere ? classes.here : undefined}
          >
            {isPageNew && <p className={classes.quiet}>Page {passage.page}</p>}
            {isNew && <h3>{heading}</h3>}
            <PassageText kind={passage.kind} content={passage.content} />
          </div>
        );
      })}
      {hasMore && <p className={classes.quiet}>Only the part around the passage is shown.</p>}
    </div>
  );
}
