import "@mantine/core/styles/ActionIcon.css";
import type { NarrowedRows } from "@console/contracts";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowLeft, IconArrowsMaximize } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Search } from "../../lib/search.ts";
import { TableSkeleton } from "../data-table/table-skeleton.tsx";
import { ExportMenu } from "../exports/export-menu.tsx";
import { noCell, parseCell, type SearchStep, writeCell, writeView } from "../report-view/report-address.ts";
import { RowPanel, titleForRow } from "../row-drawer/row-panel.tsx";
import { SideDrawer } from "../side-drawer/side-drawer.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import classes from "./row-list.module.css";
import { RowTable } from "./row-table.tsx";
import { RowWords } from "./row-words.tsx";
import { useAddressedRows } from "./use-addressed-rows.ts";
import { type CellRows, type CellSource, useCellRows } from "./use-cell-rows.ts";
import { useOpenedRow } from "./use-opened-row.tsx";

type Props = {
  source: CellSource;
  search: Search;
  onSearch: SearchStep;
  /** Files are made in the tenant's own name. */
  canExport: boolean;
};

/** The rows behind a figure, over the page that shows it; a row of them opens in the same place. */
export function RowsDrawer(props: Props) {
  const { source, search, onSearch, canExport } = props;
  const cellRows = useCellRows(source, search);
  const { question, words } = cellRows;
  const close = () => onSearch((now) => ({ ...now, ...noCell }));
  if (!question) {
    return (
      <SideDrawer title="Rows" closeLabel="Close rows" width={1040} onClose={close}>
        <NoQuestion {...cellRows} />
      </SideDrawer>
    );
  }
  return (
    <QuestionRows
      question={question}
      words={words}
      search={search}
      onSearch={onSearch}
      onClose={close}
      actions={(text) => (
        <RowActions
          report={source.report}
          query={writeView(source.view)}
          question={question}
          text={text}
          canExport={canExport}
          page={{ path: source.page.path, search: searchForPage(source, search) }}
        />
      )}
    />
  );
}

/** Why there are no rows to be shown, or not yet. */
export function NoQuestion({ isLoading, error, retry }: Pick<CellRows, "isLoading" | "error" | "retry">) {
  if (error) return <ReadProblem title="The rows could not be loaded" error={error} onRetry={retry} />;
  if (isLoading) return <TableSkeleton label="Loading rows" />;
  return (
    <EmptyState
      title="No rows behind this figure"
      message="It is not counted from rows, or the report has changed since this link was created."
      actions={null}
    />
  );
}

type RowsProps = Pick<Props, "search" | "onSearch"> & {
  question: NarrowedRows;
  /** Their days and filters. */
  words: string;
  onClose: () => void;
  /** What can be done with the rows that hold a searched text. */
  actions?: (text: string) => ReactNode;
};

/** The rows of a question over the page; `search` holds their order, what is searched and which one is open. */
export function QuestionRows({ question, words, search, onSearch, onClose, actions }: RowsProps) {
  const { row, rows, table } = useAddressedRows(question, search, onSearch);
  const closeRow = () => onSearch((now) => ({ ...now, row: undefined }));
  const opened = useOpenedRow(question.metric, row, closeRow);
  const back = (
    <ActionIcon variant="subtle" color="gray" aria-label="Back to rows" title="Back to rows" onClick={closeRow}>
      <IconArrowLeft size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <SideDrawer
      title={opened ? titleForRow(opened.detail) : question.label}
      before={opened && back}
      about={
        opened ? (
          <p className={classes.about}>{question.label}</p>
        ) : (
          <RowWords count={rows.totals?.count} words={words} />
        )
      }
      closeLabel="Close rows"
      width={1040}
      onClose={onClose}
    >
      {/* Kept while a row is open, so that the way back leads to where the reader was. */}
      <div className={classes.kept} inert={opened !== null}>
        <RowTable {...table} actions={actions?.(table.state.search)} />
      </div>
      {opened && <RowPanel {...opened} />}
    </SideDrawer>
  );
}

type ActionsProps = Pick<Props, "canExport"> & {
  report: string;
  /** The view of the report, as a query. */
  query: string;
  question: NarrowedRows;
  text: string;
  /** The page that shows the same rows; null where none does. */
  page: { path: string; search: Search } | null;
};

/** The rows as a file, and on a page of their own. */
export function RowActions({ report, query, question, text, canExport, page }: ActionsProps) {
  return (
    <>
      {canExport && <ExportMenu report={report} query={query} narrowed={question} search={text} />}
      {page && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowsMaximize size={16} stroke={1.5} aria-hidden="true" />}
          renderRoot={(props) => <Link to={page.path} search={page.search} {...props} />}
        >
          Open as page
        </Button>
      )}
    </>
  );
}

/** The address of the same rows on a page of their own. */
function searchForPage({ page }: CellSource, { at, "at.sort": sort, "at.q": q }: Search): Search {
  const cell = parseCell({ at });
  const { report: _report, ...onPage } = page.panel ? { ...cell, panel: page.panel } : cell;
  return { ...page.search, at: writeCell(onPage), "at.sort": sort, "at.q": q, as: "page" };
}
