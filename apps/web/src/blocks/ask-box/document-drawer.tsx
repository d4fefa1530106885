import type { ReadableDocument } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { describePlace, PassageText } from "../passage/passage-text.tsx";
import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./quoted-passages.module.css";

type Props = { document: string; title: string; passage: string; onClose: () => void };

/** A document in the order of reading, opened at the passage that was quoted. */
export function DocumentDrawer({ document, title, passage, onClose }: Props) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("readDocument", { document, passage }));
  const about = data?.staleSince
    ? `Stale since ${formatInstant(data.staleSince, formats)}`
    : data?.searchableAt
      ? `As of ${formatInstant(data.searchableAt, formats)}`
      : null;
  return (
    <SideDrawer
      title={title}
      about={<p className={classes.place}>{about}</p>}
      closeLabel="Close the document"
      width={720}
      onClose={onClose}
    >
      {!data && !error && <ShapedSkeleton label="Loading the document" shape="detail" />}
      {error && <ReadProblem title="The document could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data && <Document document={data} passage={passage} />}
    </SideDrawer>
  );
}

function Document({
  document: { name: title, passages, hasMore },
  passage,
}: {
  document: ReadableDocument;
  passage: string;
}) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView?.({ block: "center" });
    here.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.document}>
      {passages.map((one, place) => {
        const before = passages[place - 1];
        const heading = describePlace({ title, headings: one.headings, page: null });
        const isNew = heading !== "" && one.headings.join() !== before?.headings.join();
        const isPageNew = one.page !== null && one.page !== before?.page;
        const isHere = one.id === passage;
        return (
          <div
            key={one.id}
            ref={isHere ? here : undefined}
            tabIndex={isHere ? -1 : undefined}
            aria-current={isHere || undefined}
            className={isHere ? classes.here : undefined}
          >
            {isPageNew && <p className={classes.place}>Page {one.page}</p>}
            {isNew && <h3>{heading}</h3>}
            <PassageText kind={one.kind} content={one.content} />
          </div>
        );
      })}
      {hasMore && <p className={classes.place}>Only the part around the passage is shown.</p>}
    </div>
  );
}
