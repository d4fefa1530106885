import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./document-source.module.css";
import { hasPages, type SourceFile, type SourcePassage } from "./source-file.ts";

const PdfPages = lazy(async () => ({ default: (await import("./pdf-pages.tsx")).PdfPages }));

type Props = {
  file: SourceFile;
  /** Null while it is not known. */
  passage: SourcePassage | null;
  /** The page that somebody has turned to, in the place of that of the passage. */
  page: number | null;
  onPage: (page: number) => void;
  /** Stands beside the download. */
  actions?: ReactNode;
  /** The text that was read, where there are no pages to draw. */
  text: ReactNode;
};

/** The file of a document at a passage: its page as it looks, or the text that was read. */
export function DocumentSource({ file, passage, page, onPage, actions, text }: Props) {
  const { document, number, fileName } = file;
  return (
    <section className={classes.source} aria-label={fileName}>
      <div className={classes.head}>
        <p className={classes.name}>{fileName}</p>
        <div className={classes.tools}>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => {
              saveFile("downloadDocument", { document, number }, fileName).catch((failure: unknown) =>
                showFailure("The file was not downloaded", failure),
              );
            }}
          >
            Download original
          </Button>
          {actions}
        </div>
      </div>
      {hasPages(file) ? (
        <Suspense fallback={<ShapedSkeleton label="Loading the document" shape="detail" />}>
          <PdfPages file={file} passage={passage} page={page} onPage={onPage} />
        </Suspense>
      ) : (
        text
      )}
    </section>
  );
}
