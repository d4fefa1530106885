import { ActionIcon, Button } from "@mantine/core";
import "@mantine/core/styles/ActionIcon.css";
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { ApiError, offline } from "../../lib/api.ts";
import { fetchFile } from "../../lib/save-file.ts";
import { ErrorState } from "../states/error-state.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./document-source.module.css";
import type { OpenPdf } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import type { SourceFile, SourcePassage } from "./source-file.ts";

type Props = {
  file: SourceFile;
  passage: SourcePassage | null;
  page: number | null;
  onPage: (page: number) => void;
};

const notDrawn = "The file may be damaged or protected with a password. Download the original to open it.";

/** The pages of a PDF, one at a time, opened where the passage stands. */
export function PdfPages({ file, passage, page, onPage }: Props) {
  const { data: pdf, error, refetch } = useOpenPdf(file);
  if (error) {
    const problem = error instanceof ApiError ? error : offline();
    return <ReadProblem title="The document could not be loaded" error={problem} onRetry={() => void refetch()} />;
  }
  if (pdf === null) return <ErrorState title="The pages cannot be shown" message={notDrawn} requestId={null} />;
  if (!pdf) return <ShapedSkeleton label="Loading the document" shape="detail" />;
  const shown = Math.min(Math.max(page ?? passage?.page ?? 1, 1), pdf.pages);
  return <Pages pdf={pdf} fileName={file.fileName} passage={passage} page={shown} onPage={onPage} />;
}

/** Opens the file, null where it is none that can be drawn; it is closed with the page that shows it. */
function useOpenPdf({ document, number }: SourceFile) {
  const opening = useQuery({
    queryKey: ["open-pdf", document, number],
    queryFn: async ({ signal }): Promise<OpenPdf | null> => {
      const [response, { openPdf }] = await Promise.all([
        fetchFile("downloadDocument", { document, number }, signal),
        import("./open-pdf.ts"),
      ]);
      return openPdf(await response.arrayBuffer()).catch(() => null);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    structuralSharing: false,
  });
  const { data } = opening;
  useEffect(() => () => data?.close(), [data]);
  return opening;
}

/** In parts of the width that there is. */
const zooms = [1, 1.25, 1.5, 2, 3];

type PagesProps = {
  pdf: OpenPdf;
  fileName: string;
  passage: SourcePassage | null;
  page: number;
  onPage: (page: number) => void;
};

function Pages({ pdf, fileName, passage, page, onPage }: PagesProps) {
  const [level, setLevel] = useState(0);
  const { pages } = pdf;
  const turn = (next: number) => onPage(Math.min(Math.max(next, 1), pages));
  const zoom = (next: number) => setLevel(Math.min(Math.max(next, 0), zooms.length - 1));
  const actions = new Map([
    ["PageUp", () => turn(page - 1)],
    ["PageDown", () => turn(page + 1)],
    ["Home", () => turn(1)],
    ["End", () => turn(pages)],
    ["-", () => zoom(level - 1)],
    ["+", () => zoom(level + 1)],
    ["=", () => zoom(level + 1)],
    ["0", () => zoom(0)],
  ]);
  const press = (event: KeyboardEvent) => {
    const action = actions.get(event.key);
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  const icon = { size: 18, stroke: 1.5, "aria-hidden": true } as const;
  return (
    <>
      <div className={classes.tools}>
        <div className={classes.turn}>
          <ActionIcon variant="default" aria-label="Previous page" disabled={page <= 1} onClick={() => turn(page - 1)}>
            <IconChevronLeft {...icon} />
          </ActionIcon>
          <p role="status" className={classes.count}>
            Page {page} of {pages}
          </p>
          <ActionIcon variant="default" aria-label="Next page" disabled={page >= pages} onClick={() => turn(page + 1)}>
            <IconChevronRight {...icon} />
          </ActionIcon>
        </div>
        <div className={classes.turn}>
          <ActionIcon variant="default" aria-label="Zoom out" disabled={level === 0} onClick={() => zoom(level - 1)}>
            <IconZoomOut {...icon} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label="Zoom in"
            disabled={level === zooms.length - 1}
            onClick={() => zoom(level + 1)}
          >
            <IconZoomIn {...icon} />
          </ActionIcon>
          <Button size="compact-xs" variant="default" disabled={level === 0} onClick={() => zoom(0)}>
            Fit width
          </Button>
        </div>
      </div>
      <PdfPage
        pdf={pdf}
        page={page}
        zoom={zooms[level] ?? 1}
        label={`Page ${page} of ${pages} of ${fileName}`}
        passage={passage !== null && passage.page === page ? passage.content : null}
        onKeyDown={press}
      />
    </>
  );
}
