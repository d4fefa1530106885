import { type FigureChange, sayTotal, type TableCell, type TableView } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { type CSSProperties, useRef, useState } from "react";
import classes from "./panel-table.module.css";
import shared from "./report-view.module.css";
import { useWholeRows } from "./use-whole-rows.ts";

type Props = { title: string; table: TableView; onOpen: ((cell: Cell) => void) | undefined };

const shortLength = 10;

/** Members with their figures: a bar behind the first, changes below, the totals at the end. */
export function PanelTable({ title, table, onOpen }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const { columns, rows, totals, members } = table;
  const [first, ...rest] = columns;
  const shown = isWhole ? rows : rows.slice(0, shortLength);
  const room = useRef<HTMLElement>(null);
  const wholeRows = useWholeRows(room, isWhole);
  return (
    <>
      <section
        ref={room}
        className={wholeRows ? `${classes.room} ${classes.scrolled}` : classes.room}
        style={wholeRows ? toCustomProperties(wholeRows) : undefined}
        aria-label={`${title}, as a table`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.headMember}>
                {first?.label}
              </th>
              {rest.map(({ id, label, unit, isNumber }) => (
                <th key={id} scope="col" className={isNumber ? classes.headCell : classes.headWords}>
                  {label}
                  {unit && <span className={classes.unit}> {unit}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, cells, cell, isRanked, climbed }) => (
              <tr key={name} className={isRanked ? classes.row : `${classes.row} ${classes.unranked}`}>
                <th scope="row" className={classes.member}>
                  {onOpen && Object.keys(cell).length > 0 ? (
                    <button type="button" className={classes.name} onClick={() => onOpen(cell)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                  {climbed !== null && climbed !== 0 && <Climbed by={climbed} />}
                </th>
                {cells.map((one, place) => (
                  <NumberCell
                    key={rest[place]?.id}
                    {...one}
                    className={rest[place]?.isNumber ? classes.cell : wordsClass(one.text)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                <th scope="row" className={classes.totalMember}>
                  {sayTotal(table)}
                </th>
                {totals.map((one, place) => (
                  <NumberCell key={rest[place]?.id} {...one} className={classes.totalCell} />
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {rows.length > shortLength && (
        <button type="button" className={classes.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole
            ? `Show the first ${shortLength}`
            : members
              ? `Show ${rows.length - 1} of ${members}`
              : `Show all ${rows.length}`}
        </button>
      )}
    </>
  );
}

function toCustomProperties({ height, foot }: { height: number; foot: number }) {
  return { "--whole-rows": `${height}px`, "--foot": `${foot}px` } as CSSProperties;
}

/** A sentence keeps room for some words, so that it does not become a column of single ones. */
function wordsClass(text: string): string {
  return text.length > 20 ? `${classes.words} ${classes.sentence}` : `${classes.words}`;
}

function NumberCell({ text, change, bar, className }: TableCell & { className: string | undefined }) {
  return (
    <td className={className}>
      {bar !== null && (
        <span className={classes.bar} style={{ inlineSize: `${Math.round(bar * 100)}%` }} aria-hidden="true" />
      )}
      <span className={classes.value}>{text}</span>
      {change && <Change {...change} />}
    </td>
  );
}

function Change({ text }: FigureChange) {
  return <span className={classes.change}>{text}</span>;
}

function Climbed({ by }: { by: number }) {
  const places = Math.abs(by) === 1 ? "1 place" : `${Math.abs(by)} places`;
  return (
    <span className={classes.climbed} title={`${by > 0 ? "Up" : "Down"} ${places}`}>
      <span aria-hidden="true">
        {by > 0 ? "▲" : "▼"} {Math.abs(by)}
      </span>
      <span className={shared.hidden}>{`, ${by > 0 ? "up" : "down"} ${places}`}</span>
    </span>
  );
}
