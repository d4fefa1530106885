import type { DashboardCard, PanelCard as ReportCard } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { PinnedAnswer } from "../../blocks/ask-box/pinned-answer.tsx";
import { type OpenedCell, PanelCard } from "../../blocks/report-view/panel-card.tsx";
import { noCell, parseCell, readAddress, type SearchStep, writeCell } from "../../blocks/report-view/report-address.ts";
import { RowsDrawer } from "../../blocks/row-list/rows-drawer.tsx";
import type { CellSource } from "../../blocks/row-list/use-cell-rows.ts";
import { publicConfig } from "../../lib/config.ts";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import { cardKey, sourceForCard, titleForCard } from "./arrange-cards.ts";
import { CardTools } from "./card-tools.tsx";
import classes from "./dashboard.module.css";
import { readDashboardSearch } from "./dashboard-search.ts";
import type { Arrangement } from "./use-arrangement.ts";

type Props = { arrangement: Arrangement; today: string; formats: FormatChoices; canExport: boolean };

/** A card shows what its report does by itself, so it is read with nothing chosen. */
const ownView = {};

/** The cards in their order, each with the way to its report or, while they are arranged, with its tools. */
export function CardGrid({ arrangement, today, formats, canExport }: Props) {
  const { cards, isArranging } = arrangement;
  const navigate = useNavigate();
  const reader = useMemo(() => ({ formats, today, annotations: [] }), [formats, today]);
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useKeptFocus(list);

  const search = readDashboardSearch(useSearch({ strict: false }));
  const onSearch = useCallback<SearchStep>(
    (next, replace = false) => void navigate({ to: ".", search: next, replace, resetScroll: false }),
    [navigate],
  );
  const openRows = ({ report, panel }: ReportCard, { cell }: OpenedCell) =>
    onSearch((now) => ({ ...now, ...noCell, at: writeCell({ ...cell, report, panel: panel.id }) }));
  const cell = parseCell(search);
  const opened = cards
    .flatMap((card) => ("pin" in card ? [] : [card]))
    .find(({ report, panel }) => report === cell.report && panel.id === cell.panel);

  return (
    <>
      {opened && <RowsDrawer source={toCellSource(opened)} search={search} onSearch={onSearch} canExport={canExport} />}
      <ul className={classes.grid} ref={list}>
        {cards.map((card, place) => (
          <li key={cardKey(card)} className={classes.cell} data-width={card.width} data-card={cardKey(card)}>
            <div className={classes.cellHead}>
              {isArranging ? (
                <>
                  <span className={classes.from}>{sourceForCard(card)}</span>
                  <CardTools
                    card={card}
                    place={place}
                    count={cards.length}
                    arrangement={arrangement}
                    onUse={(action) => keepFocus({ card: cardKey(card), action, place })}
                  />
                </>
              ) : (
                <CardSource card={card} />
              )}
            </div>
            {/* What a card shows cannot be pressed while it is arranged: that would lead away from what is not saved. */}
            <div className={classes.body} inert={isArranging}>
              {"pin" in card ? (
                <PinnedAnswer pin={card.pin} title={card.title} />
              ) : (
                <PanelCard
                  report={card.report}
                  panel={card.panel}
                  view={ownView}
                  reader={reader}
                  formats={formats}
                  isEager={false}
                  onOpenRows={(opened) => openRows(card, opened)}
                  onResetFilters={() => {}}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Leads from a card to the page that tells more. */
function CardSource({ card }: { card: DashboardCard }) {
  const isPin = "pin" in card;
  const to = isPin ? `/tenant/my-${publicConfig().productSlug}` : card.source.path;
  const search = isPin ? {} : withAccessedTenant(readAddress(card.source.query));
  return (
    <Link to={to} search={search} className={classes.from}>
      {sourceForCard(card)}
      <span className={classes.hidden}>: {titleForCard(card)}</span>
      <IconChevronRight size={14} stroke={1.5} aria-hidden="true" />
    </Link>
  );
}

/** Where the figures of a card stand; its rows are at home on the page of its source. */
function toCellSource({ report, panel, source }: ReportCard): CellSource {
  const search = withAccessedTenant(readAddress(source.query));
  return {
    report,
    panels: [panel],
    view: ownView,
    filters: [],
    page: { path: source.path, search, panel: source.panel },
  };
}

/** The tool that was used last: moving a card in the document drops the focus from it. */
type Used = { card: string; action: string; place: number };

/** Gives the focus back to the tool that was used, or to the same one of the card that took its place. */
function useKeptFocus(list: RefObject<HTMLUListElement | null>) {
  const used = useRef<Used | null>(null);
  useLayoutEffect(() => {
    if (!used.current || !list.current) return;
    const { card, action, place } = used.current;
    used.current = null;
    const items = [...list.current.children] as HTMLElement[];
    const item = items.find(({ dataset }) => dataset.card === card) ?? items[Math.min(place, items.length - 1)];
    item?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus();
  });
  return (now: Used) => {
    used.current = now;
  };
}
