import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./document-source.module.css";
import type { DrawnPage, OpenPdf } from "./open-pdf.ts";

type Props = {
  pdf: OpenPdf;
  page: number;
  /** In parts of the width that there is. */
  zoom: number;
  label: string;
  /** The text that is marked on the page. */
  passage: string | null;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** What was drawn last, and of which page; null as a drawing where that page cannot be drawn. */
type Outcome = { page: number; drawn: DrawnPage | null };

/** One page as it looks, with the passage marked on it; the page before stays until the next one is drawn. */
export function PdfPage({ pdf, page, zoom, label, passage, onKeyDown }: Props) {
  const room = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const width = useWidth(room);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (width === 0) return;
    const drawing = new AbortController();
    const { signal } = drawing;
    pdf.drawPage(page, { width: width * zoom * window.devicePixelRatio, passage, signal }).then(
      (drawn) => !signal.aborted && setOutcome({ page, drawn }),
      () => !signal.aborted && setOutcome({ page, drawn: null }),
    );
    return () => drawing.abort();
  }, [pdf, page, zoom, passage, width]);
  const drawn = outcome?.drawn ?? null;
  useLayoutEffect(() => {
    if (drawn) sheet.current?.replaceChildren(drawn.canvas);
  }, [drawn]);
  const shownPage = drawn ? outcome?.page : undefined;
  useEffect(() => {
    if (shownPage === undefined) return;
    const mark = room.current?.querySelector<HTMLElement>("[data-mark]");
    const place = mark ? mark.offsetTop - (room.current?.clientHeight ?? 0) / 3 : 0;
    room.current?.scrollTo?.({ top: place });
  }, [shownPage]);
  const isDrawn = outcome?.page === page;
  return (
    <section
      ref={room}
      className={classes.room}
      aria-label="Page"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard, and its keys turn the pages
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {outcome === null && <ShapedSkeleton label="Loading the page" shape="detail" />}
      {isDrawn && !drawn && (
        <p role="alert" className={classes.problem}>
          Page {page} cannot be shown. Download the original to see it.
        </p>
      )}
      <div
        role="img"
        aria-label={label}
        aria-busy={!isDrawn}
        className={classes.page}
        style={{ inlineSize: `${zoom * 100}%` }}
        hidden={drawn === null}
        data-page={shownPage}
      >
        <div ref={sheet} />
        {drawn?.marks.map(({ left, top, width: wide, height }) => (
          <span
            key={`${left} ${top}`}
            data-mark
            className={classes.mark}
            style={{ left: `${left}%`, top: `${top}%`, width: `${wide}%`, height: `${height}%` }}
          />
        ))}
      </div>
    </section>
  );
}

/** The width that an element has for what it holds, in pixels. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
