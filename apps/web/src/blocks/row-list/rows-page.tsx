import type { NarrowedRows } from "@console/contracts";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { mergeSearch, type Search } from "../../lib/search.ts";
import detail from "../detail/detail.module.css";
import { ExportMenu } from "../exports/export-menu.tsx";
import { noCell, type SearchStep, writeView } from "../report-view/report-address.ts";
import { RowDrawer } from "../row-drawer/row-drawer.tsx";
import classes from "./row-list.module.css";
import { RowTable } from "./row-table.tsx";
import { RowWords } from "./row-words.tsx";
import { NoQuestion } from "./rows-drawer.tsx";
import { useAddressedRows } from "./use-addressed-rows.ts";
import { type CellSource, useCellRows } from "./use-cell-rows.ts";
import { useOpenedRow } from "./use-opened-row.tsx";

type Props = {
  title: string;
  source: CellSource;
  search: Search;
  onSearch: SearchStep;
  canExport: boolean;
};

/** The rows behind a figure on a page of their own. */
export function RowsPage(props: Props) {
  const { question, words, ...state } = useCellRows(props.source, props.search);
  return (
    <>
      <Link to="." search={mergeSearch(noCell)} className={detail.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        Back to {props.title}
      </Link>
      {question ? <Rows {...props} question={question} words={words} /> : <NoQuestion {...state} />}
    </>
  );
}

function Rows({ source, search, onSearch, canExport, question, words }: RowsProps) {
  const { row, rows, table } = useAddressedRows(question, search, onSearch);
  const opened = useOpenedRow(question.metric, row, () => onSearch((now) => ({ ...now, row: undefined })));
  return (
    <section className={classes.rows} aria-labelledby="rows-behind">
      <h2 id="rows-behind" className={classes.title}>
        {question.label}
      </h2>
      <RowWords count={rows.totals?.count} words={words} />
      <RowTable
        {...table}
        actions={
          canExport && (
            <ExportMenu
              report={source.report}
              query={writeView(source.view)}
              narrowed={question}
              search={table.state.search}
            />
          )
        }
      />
      {opened && <RowDrawer {...opened} />}
    </section>
  );
}

type RowsProps = Props & { question: NarrowedRows; words: string };
