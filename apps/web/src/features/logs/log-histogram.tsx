import type { RouteOutput, Routes } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import type { LogRange } from "./log-search.ts";
import classes from "./logs.module.css";

type Histogram = RouteOutput<Routes["countLogLines"]>;
type Selection = { anchor: number; place: number };
type Props = { query: string; range: LogRange; onZoom: (since: string, until: string) => void };

/** How many lines each piece of the range has. Dragging over pieces, or marking them with the keyboard, zooms in. */
export function LogHistogram({ query, range, onZoom }: Props) {
  const { data, error, refetch } = useQuery({
    ...read("countLogLines", { query, since: range.since, until: range.until }),
    placeholderData: (previous: Histogram | undefined) => previous,
    refetchOnWindowFocus: false,
  });
  if (error)
    return (
      <ReadProblem heading="h3" title="The counts could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton label="Loading the counts" lines={[100, 100, 100]} />;
  return <Bars histogram={data} onZoom={onZoom} />;
}

function Bars({ histogram, onZoom }: { histogram: Histogram; onZoom: Props["onZoom"] }) {
  const { bars, stepSeconds, countedSince } = histogram;
  const formats = useFormats();
  const room = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [isDragging, setIsDragging] = useState(false);
  const most = Math.max(1, ...bars.map(({ lines }) => lines));
  const total = bars.reduce((sum, { lines }) => sum + lines, 0);
  const first = selection ? Math.min(selection.anchor, selection.place) : -1;
  const last = selection ? Math.max(selection.anchor, selection.place) : -1;
  const isUncounted = (at: string) =>
    countedSince !== null && Date.parse(at) + stepSeconds * 1000 <= Date.parse(countedSince);

  const placeAt = ({ clientX }: PointerEvent) => {
    const box = room.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return clamp(Math.floor(((clientX - box.left) / box.width) * bars.length), bars.length);
  };
  const zoom = (from: number, to: number) => {
    const begin = bars[from];
    const end = bars[to];
    setSelection(null);
    if (begin && end) onZoom(begin.at, new Date(Date.parse(end.at) + stepSeconds * 1000).toISOString());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = selection ?? { anchor: bars.length - 1, place: bars.length - 1 };
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -bars.length, End: bars.length };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const place = selection ? clamp(current.place + step, bars.length) : current.place;
      setSelection({ anchor: event.shiftKey ? current.anchor : place, place });
    } else if (event.key === "Enter" && selection) {
      event.preventDefault();
      zoom(first, last);
    } else if (event.key === "Escape" && selection) {
      event.preventDefault();
      setSelection(null);
    }
  };

  return (
    <figure className={classes.histogram}>
      <figcaption className={classes.caption}>
        <span>
          {countedSince ? "More than " : ""}
          {total.toLocaleString("en-US")} {total === 1 ? "line" : "lines"}
        </span>
        {countedSince && (
          <span className={classes.uncountedNote}>
            Counted since {formatInstant(countedSince, formats)}. Earlier bars are unknown.
          </span>
        )}
      </figcaption>
      <div
        ref={room}
        role="slider"
        tabIndex={0}
        aria-label="Lines over time. Arrow keys move, Shift extends, Enter zooms in"
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={selection?.place ?? bars.length - 1}
        aria-valuetext={describeSelection(histogram, first, last, (at) => formatInstant(at, formats))}
        className={classes.bars}
        onKeyDown={onKeyDown}
        onBlur={() => setSelection(null)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setIsDragging(true);
          const place = placeAt(event);
          setSelection({ anchor: place, place });
        }}
        onPointerMove={(event) => {
          if (isDragging && selection) setSelection({ anchor: selection.anchor, place: placeAt(event) });
        }}
        onPointerUp={() => {
          setIsDragging(false);
          if (selection) zoom(first, last);
        }}
        onPointerCancel={() => {
          setIsDragging(false);
          setSelection(null);
        }}
      >
        {bars.map(({ at, lines, warnings, errors }, place) => (
          <span
            key={at}
            className={classes.bar}
            data-marked={(place >= first && place <= last) || undefined}
            data-unknown={isUncounted(at) || undefined}
            title={isUncounted(at) ? "Unknown" : `${formatInstant(at, formats)}: ${lines} lines, ${errors} errors`}
          >
            <span className={classes.plain} style={{ height: `${toShare(lines - warnings - errors, most)}%` }} />
            <span className={classes.warnings} style={{ height: `${toShare(warnings, most)}%` }} />
            <span className={classes.errors} style={{ height: `${toShare(errors, most)}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden="true">
        <span>{bars[0] && formatInstant(bars[0].at, formats)}</span>
        <span>{formats.timeZone}</span>
        <span>{bars.at(-1) && formatInstant(bars.at(-1)?.at ?? "", formats)}</span>
      </div>
    </figure>
  );
}

function clamp(place: number, length: number): number {
  return Math.min(length - 1, Math.max(0, place));
}

/** A few lines are still to be seen beside many. */
function toShare(lines: number, most: number): number {
  return lines === 0 ? 0 : Math.max(3, (lines / most) * 100);
}

function describeSelection(
  { bars, stepSeconds }: Histogram,
  first: number,
  last: number,
  write: (at: string) => string,
): string {
  const marked = first < 0 ? bars : bars.slice(first, last + 1);
  const lines = marked.reduce((sum, bar) => sum + bar.lines, 0);
  const errors = marked.reduce((sum, bar) => sum + bar.errors, 0);
  const begin = marked[0];
  const end = marked.at(-1);
  if (!begin || !end) return "No lines";
  const until = new Date(Date.parse(end.at) + stepSeconds * 1000).toISOString();
  return `${write(begin.at)} to ${write(until)}: ${lines} lines, ${errors} errors`;
}
