import type { StoredPassage } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import source from "../../../blocks/document-source/document-source.module.css";
import { DocumentSource } from "../../../blocks/document-source/document-source.tsx";
import type { SourcePassage } from "../../../blocks/document-source/source-file.ts";
import { SourceText } from "../../../blocks/document-source/source-text.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";

type Props = {
  id: string;
  passage: string;
  page: number | null;
  onPage: (page: number) => void;
  onClose: () => void;
};

const shownPassages = 100;

/** The document at one of its passages, as it was read. */
export function PassageSource({ id, passage, page, onPage, onClose }: Props) {
  const room = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery({
    ...read("listPassages", { document: id, passage, limit: shownPassages }),
    placeholderData: (before) => before,
  });
  if (error && !data) {
    return <ReadProblem title="The document could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  const version = data?.versions.find(({ isFound }) => isFound);
  if (!data || !version) return <ShapedSkeleton label="Loading the document" shape="detail" />;
  const passages = data.items.map(toSource);
  const { number, fileName, format } = version;
  return (
    <DocumentSource
      file={{ document: id, number, fileName, format }}
      passage={passages.find((one) => one.id === passage) ?? null}
      page={page}
      onPage={onPage}
      actions={
        <Button size="compact-xs" variant="default" onClick={onClose}>
          Close document
        </Button>
      }
      text={
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section ref={room} className={source.scroll} tabIndex={0} aria-label="Text of the document">
          <SourceText
            title={data.document.name}
            passages={passages}
            marked={passage}
            hasMore={data.next !== null || (passages.length > 0 && data.items[0]?.position !== 0)}
            onMarked={({ offsetTop, clientHeight }) => {
              const height = room.current?.clientHeight ?? 0;
              room.current?.scrollTo?.({ top: offsetTop - Math.max(0, (height - clientHeight) / 2) });
            }}
          />
        </section>
      }
    />
  );
}

/** Words that somebody has edited do not stand in the file. */
function toSource({ id, kind, headings, page, content, original }: StoredPassage): SourcePassage {
  return { id, kind, headings, page, content: original ?? content };
}
