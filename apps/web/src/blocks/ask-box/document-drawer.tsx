import type { ReadableDocument } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { DocumentPanes, type ShownPane } from "../document-source/document-panes.tsx";
import { DocumentSource } from "../document-source/document-source.tsx";
import { hasPages, type SourceFile } from "../document-source/source-file.ts";
import { SourceText } from "../document-source/source-text.tsx";
import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import { bringIntoSight } from "./bring-into-sight.ts";
import classes from "./quoted-passages.module.css";

type Props = { document: string; title: string; passage: string; onClose: () => void };

/** A document in the order of reading, opened at the passage that was quoted, beside its page for those who may see it. */
export function DocumentDrawer({ document, title, passage, onClose }: Props) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("readDocument", { document, passage }));
  const about = data?.staleSince
    ? `Stale since ${formatInstant(data.staleSince, formats)}`
    : data?.searchableAt
      ? `As of ${formatInstant(data.searchableAt, formats)}`
      : null;
  const file = data?.source ? { ...data.source, document } : null;
  return (
    <SideDrawer
      title={title}
      about={<p className={classes.place}>{about}</p>}
      closeLabel="Close the document"
      width={file && hasPages(file) ? 1280 : 720}
      onClose={onClose}
    >
      {!data && !error && <ShapedSkeleton label="Loading the document" shape="detail" />}
      {error && <ReadProblem title="The document could not be loaded" error={error} onRetry={() => void refetch()} />}
      {data && <OpenedDocument document={data} file={file} passage={passage} />}
    </SideDrawer>
  );
}

type OpenedProps = { document: ReadableDocument; file: SourceFile | null; passage: string };

function OpenedDocument({ document: { name, passages, hasMore }, file, passage: id }: OpenedProps) {
  const [page, setPage] = useState<number | null>(null);
  const [shown, setShown] = useState<ShownPane>("document");
  const passage = passages.find((one) => one.id === id) ?? null;
  const text = <SourceText title={name} passages={passages} marked={id} hasMore={hasMore} onMarked={bringIntoSight} />;
  if (!file) return text;
  const source = <DocumentSource file={file} passage={passage} page={page} onPage={setPage} text={text} />;
  if (!hasPages(file)) return source;
  return <DocumentPanes isInDrawer passages={text} document={source} shown={shown} onShow={setShown} />;
}
