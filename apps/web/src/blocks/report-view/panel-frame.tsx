import type { PanelAnswer, ReportPanel } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import type { PanelReader, PanelView } from "@console/figures/panel";
import type { Cell, Picture } from "@console/figures/picture";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { Explained } from "../change-explanation/explain-query.ts";
import { Freshness } from "./freshness.tsx";
import { LeftOutNote } from "./left-out-note.tsx";
import { PanelEmpty, PanelUnknown } from "./panel-empty.tsx";
import { PanelFigures } from "./panel-figures.tsx";
import { PanelMenu } from "./panel-menu.tsx";
import { PanelPicture } from "./panel-picture.tsx";
import { PanelTable } from "./panel-table.tsx";
import { estimateHeight, PanelWaiting } from "./panel-waiting.tsx";
import classes from "./report-view.module.css";

type Props = {
  headingId: string;
  panel: ReportPanel;
  /** What it shows of its answer; undefined until that has come. */
  shown: PanelView | undefined;
  answer: PanelAnswer | undefined;
  reader: PanelReader;
  formats: FormatChoices;
  card?: RefObject<HTMLElement | null>;
  /** When the answer came, in milliseconds since 1970. */
  readAt: number;
  /** What went wrong with reading it, and what then stands in its place where there is no answer. */
  error?: Error | null;
  problem?: ReactNode;
  isBusy?: boolean;
  /** It shows an earlier answer while another is on its way. */
  isStale?: boolean;
  /** Whether its figures may be taken along as a file. */
  canSave?: boolean;
  /** Whether it is known how much figures usually move, so that a change can be called good or bad. */
  isJudged?: boolean;
  onRetry?: () => void;
  onOpen: ((cell: Cell) => void) | undefined;
  /** Left out where nobody can be asked why a figure changed. */
  onExplain?: ((asked: Explained) => void) | undefined;
  onResetFilters?: () => void;
  /** Stands above a picture, such as which of several metrics it shows. */
  choice?: ReactNode;
  /** Where the data lies, for a period without any. */
  elsewhere?: ReactNode;
};

const doNothing = () => {};

function unitForPanel(picture: Picture): string {
  return picture.kind === "axis" ? picture.chart.unit : picture.unit;
}

function PanelNote({ unit, note }: { unit: string; note: string | undefined }) {
  const text = [unit, note].filter(Boolean).join(". ");
  return text ? <p className={classes.note}>{`${text.charAt(0).toUpperCase()}${text.slice(1)}`}</p> : null;
}

/** The frame of a panel with what it shows, its menu, its rules and how fresh it is; where that comes from is not its own. */
export function PanelFrame(props: Props) {
  const { headingId, panel, shown, answer, formats, card, readAt, error = null, problem } = props;
  const { isBusy = false, isStale = false, canSave = true, onRetry = doNothing, onOpen, onExplain } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [isTable, setIsTable] = useState(false);
  // Tiles have frames of their own; what tells of a failure has none.
  const isBare = panel.kind === "kpis" && (shown !== undefined || !error);
  return (
    <section
      ref={card}
      className={isBare ? classes.bare : classes.card}
      data-width={panel.width ?? (panel.kind === "kpis" ? 12 : 6)}
      aria-labelledby={headingId}
      aria-busy={isBusy}
      style={panel.kind === "kpis" || shown ? undefined : { minHeight: estimateHeight(panel) }}
    >
      <header className={classes.head}>
        <div>
          <h3 id={headingId} className={classes.panelTitle}>
            {panel.title}
          </h3>
          <PanelNote unit={shown?.kind === "picture" ? unitForPanel(shown.picture) : ""} note={panel.note} />
        </div>
        {answer && shown && (
          <PanelMenu
            panel={panel}
            answer={answer}
            shown={shown}
            formats={formats}
            isTable={isTable}
            onTable={setIsTable}
            svg={svg}
            canSave={canSave}
            onOpenRows={onOpen}
            onExplain={onExplain}
          />
        )}
      </header>
      <div className={isStale ? `${classes.body} ${classes.stale}` : classes.body}>
        {answer && shown ? (
          <PanelBody {...props} answer={answer} shown={shown} isTable={isTable} svg={svg} />
        ) : (
          (problem ?? <PanelWaiting panel={panel} />)
        )}
      </div>
      {answer && <LeftOutNote leftOut={answer.leftOut} />}
      {answer && <Freshness answer={answer} readAt={readAt} failed={error} formats={formats} onRetry={onRetry} />}
    </section>
  );
}

type BodyProps = Props & {
  answer: PanelAnswer;
  shown: PanelView;
  isTable: boolean;
  svg: RefObject<SVGSVGElement | null>;
};

function PanelBody({ panel, shown, answer, reader, formats, isTable, svg, isJudged = true, ...rest }: BodyProps) {
  const { onOpen, onExplain, onResetFilters = doNothing, choice, elsewhere } = rest;
  const query = answer.questions[0]?.query;
  const isRunningDay = query !== undefined && "from" in query.time && query.time.from === reader.today;
  switch (shown.kind) {
    case "figures":
      return (
        <PanelFigures
          figures={shown.figures}
          answer={answer}
          formats={formats}
          isJudged={isJudged && !isRunningDay}
          onOpen={onOpen}
          onExplain={onExplain}
        />
      );
    case "picture":
      return (
        <>
          {choice}
          <PanelPicture
            picture={shown.picture}
            answer={answer}
            isTable={isTable}
            formats={formats}
            onOpen={onOpen}
            svg={svg}
          />
        </>
      );
    case "table":
      return <PanelTable title={panel.title} table={shown.table} onOpen={onOpen} />;
    case "unknown":
      return <PanelUnknown reasons={shown.reasons} />;
    case "nothing":
      return (
        <PanelEmpty
          reason={shown.reason}
          hasFilters={(query?.filters.length ?? 0) > 0}
          onReset={onResetFilters}
          elsewhere={elsewhere}
        />
      );
  }
}
