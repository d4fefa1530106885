import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./document-panes.module.css";

export type ShownPane = "passages" | "document";

type Props = {
  passages: ReactNode;
  document: ReactNode;
  /** The one that is shown where there is no room for both. */
  shown: ShownPane;
  onShow: (pane: ShownPane) => void;
  /** Within a drawer, whose head is lower than that of the page. */
  isInDrawer?: boolean;
};

const panes: readonly ShownPane[] = ["passages", "document"];
const labels = { passages: "Passages", document: "Document" };

/** Passages with their document beside them; where there is no room for both, one of them at a time. */
export function DocumentPanes({ passages, document, shown, onShow, isInDrawer = false }: Props) {
  const source = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isListHidden = list.current !== null && list.current.getClientRects().length === 0;
    // What had the focus is not there any more.
    if (shown === "document" && isListHidden) source.current?.focus();
  }, [shown]);
  return (
    <div className={classes.panes} data-shown={shown} data-drawer={isInDrawer || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons are no fields of a form */}
      <div className={classes.switch} role="group" aria-label="Shown">
        {panes.map((pane) => (
          <Button
            key={pane}
            size="xs"
            variant={pane === shown ? "filled" : "default"}
            aria-pressed={pane === shown}
            onClick={() => onShow(pane)}
          >
            {labels[pane]}
          </Button>
        ))}
      </div>
      <div ref={list} className={classes.passages}>
        {passages}
      </div>
      <div ref={source} className={classes.document} tabIndex={-1}>
        {document}
      </div>
    </div>
  );
}
