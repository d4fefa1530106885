import type { EntityDescription, EntityRow } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import type { RowMark } from "../data-table/table-shape.ts";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import type { FilterOffers } from "./filter-offers.ts";
import { NewResource } from "./new-resource.tsx";
import { useResourceAddress } from "./resource-address.ts";
import { ResourceDetail, type ResourceTab } from "./resource-detail.tsx";
import { ResourceImport } from "./resource-import.tsx";
import { ResourceList } from "./resource-list.tsx";
import classes from "./resource-page.module.css";

type Props = {
  /** The entity, as it stands in addresses. */
  entity: string;
  /** What one row shows beside its fields and its history. */
  tabs?: (row: EntityRow, description: EntityDescription) => readonly ResourceTab[];
  /** Stands beside the actions of one row. */
  buttons?: (row: EntityRow, description: EntityDescription) => ReactNode;
  /** Stands beside the name of a row, in the list and when it is opened. */
  mark?: RowMark;
  /** Other choices of a filter than those that its field's type has. */
  offers?: FilterOffers;
  /** Stands beside the search of the list. */
  actions?: ReactNode;
  /** Another way of making a row than the form of its fields. */
  create?: (description: EntityDescription) => ReactNode;
  /** Filters that always hold here, beside those that are chosen. */
  within?: readonly string[];
  /** What that is called; "New" with the name of the entity when left out. */
  createLabel?: string;
};

/** The rows of an entity: list, one of them, a new one, an import. What it shows and does is said by its description. */
export function ResourcePage({ entity, tabs, actions, create, createLabel, buttons, mark, offers, within }: Props) {
  const { row, action } = useResourceAddress();
  const {
    data: description,
    error,
    refetch,
  } = useQuery({
    ...read("describeEntity", { entity }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  useLiveTopic("entity.changed", "entities");
  if (error && !description) {
    return <ReadProblem title="This page could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!description) return <ShapedSkeleton label="Loading" shape="table" />;
  return (
    <div className={classes.page}>
      {action === "new" && description.canCreate ? (
        (create?.(description) ?? <NewResource description={description} />)
      ) : action === "import" && description.canImport ? (
        <ResourceImport description={description} />
      ) : row !== undefined ? (
        <ResourceDetail key={row} id={row} description={description} tabs={tabs} buttons={buttons} mark={mark} />
      ) : (
        <ResourceList
          description={description}
          actions={actions}
          createLabel={createLabel}
          mark={mark}
          offers={offers}
          within={within}
        />
      )}
    </div>
  );
}
