import type { ManagedModel } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber, formatSize } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { ModelDrawer } from "./model-drawer.tsx";
import classes from "./models.module.css";
import { type ModelsSearch, readModelsSearch } from "./models-search.ts";
import { afresh } from "./models-views.ts";
import { PullDialog } from "./pull-dialog.tsx";
import { PullList } from "./pull-list.tsx";
import { saySpread } from "./say-times.ts";

const tableFrom = 1200;
const nothing = "–";

/** Every model of every server, and the downloads of more. */
export function ModelsTable() {
  const { query, go } = useAddress<ModelsSearch>(readModelsSearch);
  const formats = useFormats();
  const [isPulling, setIsPulling] = useState(false);
  useLiveTopic("models.changed", "models");
  useLiveTopic("entity.changed", "models");
  const models = useQuery({
    ...read("listManagedModels", {}),
    // Servers change on another tab of this page, and models at their servers.
    staleTime: 0,
  });
  const { data, error, isFetching, refetch } = models;
  const providers = data?.providers ?? [];
  const ollamas = providers.filter(({ kind }) => kind === "ollama");
  const problems = providers.flatMap(({ problem }) => problem ?? []);
  const opened = query.model === undefined ? undefined : data?.items.find(({ id }) => id === query.model);
  return (
    <div className={classes.stack}>
      {providers.length > 0 && (
        <div className={classes.actions}>
          {ollamas.length > 0 && <Button onClick={() => setIsPulling(true)}>Download model</Button>}
          <Button
            variant="default"
            disabled={!data?.items.length}
            onClick={() => go({ ...afresh, view: "custom", do: "new" })}
          >
            Create custom model
          </Button>
        </div>
      )}
      {(problems.length > 0 || (error && data)) && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          {problems.length > 0 ? problems.join(" ") : "The models could not be loaded again. They may have changed."}
        </StaleNote>
      )}
      <PullList />
      <RecordTable
        name="Models"
        columns={describeColumns(formats, (id) => go({ model: id }))}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        pages={wholeList(data?.items, models)}
        empty={providers.length === 0 ? <NoServer onAdd={() => go({ view: "providers" })} /> : <NoModel />}
      />
      {isPulling && <PullDialog providers={ollamas} onClose={() => setIsPulling(false)} />}
      {opened && <ModelDrawer model={opened} onClose={() => go({ model: undefined })} />}
    </div>
  );
}

function NoServer({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title="No model server is set up"
      message="Answers come without a model, from your own figures."
      actions={<Button onClick={onAdd}>Set up a model server</Button>}
    />
  );
}

function NoModel() {
  return (
    <EmptyState
      title="No models found"
      message="No server has told of a model. Download one, or test the servers."
      actions={null}
    />
  );
}

function describeColumns(formats: FormatChoices, open: (id: string) => void): RecordColumn<ManagedModel>[] {
  return [
    {
      label: "Name",
      cell: ({ id, name, provider }) =>
        provider.kind === "ollama" ? (
          <button type="button" className={classes.name} onClick={() => open(id)}>
            {name}
          </button>
        ) : (
          <span className={classes.name}>{name}</span>
        ),
    },
    { label: "Server", cell: ({ provider }) => provider.name },
    {
      label: "Size",
      isNumeric: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? nothing : formatSize(sizeBytes, formats)),
    },
    { label: "Parameters", isNumeric: true, cell: ({ parameterSize }) => parameterSize ?? nothing },
    { label: "Quantization", cell: ({ quantization }) => quantization ?? nothing },
    {
      label: "Context",
      isNumeric: true,
      cell: ({ contextTokens }) => (contextTokens === null ? nothing : formatNumber(contextTokens, formats)),
    },
    { label: "Capabilities", cell: ({ capabilities }) => capabilities?.join(", ") || nothing },
    { label: "First word", isNumeric: true, cell: ({ lately }) => saySpread(lately?.firstWordMs ?? null, formats) },
    { label: "Errors, 7 days", isNumeric: true, cell: ({ lately }) => sayErrors(lately, formats) },
    { label: "Loaded", cell: (model) => sayLoaded(model, formats) },
    { label: "Runs", cell: sayPlace },
  ];
}

function sayErrors(lately: ManagedModel["lately"], formats: FormatChoices): string {
  return lately ? `${formatNumber(lately.errors, formats)} of ${formatNumber(lately.answers, formats)}` : nothing;
}

function sayLoaded({ loaded, provider }: ManagedModel, formats: FormatChoices): string {
  if (!loaded) return provider.kind === "ollama" ? "No" : nothing;
  return loaded.expiresAt === null ? "Yes" : `Until ${formatInstant(loaded.expiresAt, formats)}`;
}

function sayPlace({ isCloud, canAnswer, capabilities }: ManagedModel) {
  if (isCloud) return <span className={classes.cloud}>{canAnswer ? "In a cloud" : "In a cloud, not allowed"}</span>;
  if (canAnswer) return "Here";
  return capabilities?.includes("embedding") ? "Here, not for chat" : "Here, not for answers";
}
