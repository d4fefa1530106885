import type { EntityDescription } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DataTable } from "../../blocks/data-table/data-table.tsx";
import { writeSort } from "../../blocks/data-table/sort-text.ts";
import { ownLayout, type TableState } from "../../blocks/data-table/table-shape.ts";
import type { ResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { hiddenAtFirst, useEntityRows } from "../../blocks/resource-page/use-entity-rows.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./tenant-tabs.module.css";

type Props = {
  entity: "users" | "links" | "audit";
  /** Which of its rows belong here. */
  filter: string;
  /** The page of the entity, where each row is opened. */
  page: "/admin/users" | "/admin/links" | "/admin/audit";
  empty: string;
  /** What the address of that page says to make one that belongs here; left out where none can be made so. */
  making?: { label: string; search: ResourceSearch & { tenant?: string } };
};

/** Rows of another entity that belong to a tenant, with a way to the page that has them all. */
export function RelatedRows(props: Props) {
  const { data, error, refetch } = useQuery({
    ...read("describeEntity", { entity: props.entity }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Rows description={data} {...props} />;
  if (error)
    return <ReadProblem heading="h3" title="They could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <ShapedSkeleton label="Loading" shape="list" />;
}

function Rows({ description, filter, page, empty, making }: Props & { description: EntityDescription }) {
  const formats = useFormats();
  const navigate = useNavigate();
  const [state, setState] = useState<TableState>({ sort: description.sort, search: "" });
  const [layout, setLayout] = useState({ ...ownLayout, hidden: hiddenAtFirst(description) });
  const rows = useEntityRows(description, { search: state.search, sort: writeSort(state.sort), filters: [filter] });
  return (
    <div className={classes.tab}>
      <DataTable
        name={description.many}
        {...rows}
        state={state}
        layout={layout}
        onState={setState}
        onLayout={(next) => setLayout({ ...next, hidden: [...next.hidden] })}
        rowKey={({ id }) => String(id)}
        onOpen={({ id }) => void navigate({ to: page, search: { row: String(id) } })}
        actions={
          <>
            <Link to={page} search={{ filter: [filter] }} className={classes.link}>
              Open all in {description.many.toLowerCase()}
            </Link>
            {making && description.canCreate && (
              <Button size="xs" renderRoot={(props) => <Link to={page} search={making.search} {...props} />}>
                {making.label}
              </Button>
            )}
          </>
        }
        currency="USD"
        formats={formats}
        empty={<EmptyState title={state.search ? "Nothing matches" : empty} message="" actions={null} />}
      />
    </div>
  );
}
