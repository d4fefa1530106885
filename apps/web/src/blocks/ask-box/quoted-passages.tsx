import type { AskAnswer, QuotedPassage } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import { describePlace, PassageText } from "../passage/passage-text.tsx";
import classes from "./quoted-passages.module.css";

const FileDrawer = lazy(async () => ({ default: (await import("./file-drawer.tsx")).FileDrawer }));
const DocumentDrawer = lazy(async () => ({ default: (await import("./document-drawer.tsx")).DocumentDrawer }));

/** What documents say, word for word, each with where it stands. */
export function QuotedPassages({ answer: { passages = [], outcome } }: { answer: AskAnswer }) {
  const formats = useFormats();
  const [opened, setOpened] = useState<QuotedPassage | null>(null);
  if (passages.length === 0) return null;
  return (
    <>
      <ol className={classes.passages} aria-label={outcome === "answer" ? "Passages" : "Passages that were found"}>
        {passages.map((passage) => (
          <li key={`${passage.document} ${passage.passage}`} className={classes.passage}>
            <blockquote className={classes.quote}>
              <PassageText kind={passage.kind} content={passage.content} />
            </blockquote>
            <div className={classes.source}>
              <p>
                <strong>{passage.title}</strong>
                {describePlace(passage) !== "" && <span>{describePlace(passage)}</span>}
                {passage.isFromFile && <span>From your file</span>}
                {passage.isShared && <span>Shared by the platform</span>}
                {passage.staleSince && <span>Stale since {formatInstant(passage.staleSince, formats)}</span>}
              </p>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Open ${passage.title} at this passage`}
                onClick={() => setOpened(passage)}
              >
                {passage.isFromFile ? "Open file" : "Open document"}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {opened && (
        <Suspense>
          {opened.isFromFile ? (
            <FileDrawer
              file={opened.document}
              name={opened.title}
              passage={opened.passage}
              onClose={() => setOpened(null)}
            />
          ) : (
            <DocumentDrawer
              document={opened.document}
              title={opened.title}
              passage={opened.passage}
              onClose={() => setOpened(null)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}
