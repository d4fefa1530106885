import { keepAlives, type ManagedModel, type RouteOutput, type Routes } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber, formatSize } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import "@mantine/core/styles/Input.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import detail from "../../blocks/detail/detail.module.css";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { DeleteModelDialog } from "./delete-model-dialog.tsx";
import classes from "./models.module.css";
import { PreloadForm } from "./preload-form.tsx";

type Details = RouteOutput<Routes["getModel"]>;
type KeepAlive = keyof typeof keepAlives;

const width = 520;

/** What a model is made of, and what is done with it on its server. */
export function ModelDrawer({ model, onClose }: { model: ManagedModel; onClose: () => void }) {
  const [isGoing, setIsGoing] = useState(false);
  const { data, error, refetch } = useQuery({
    ...read("getModel", { model: model.id }),
    staleTime: 0,
    // What is being deleted is not asked for again.
    enabled: !isGoing,
  });
  return (
    <SideDrawer title={model.name} closeLabel="Close model" width={width} onClose={onClose}>
      {error && !data ? (
        <ReadProblem heading="h3" title="The model could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ModelDetails model={model} details={data} onGoing={setIsGoing} onGone={onClose} />
      ) : (
        <ShapedSkeleton label="Loading the model" shape="detail" />
      )}
    </SideDrawer>
  );
}

type DetailsProps = {
  model: ManagedModel;
  details: Details;
  onGoing: (isGoing: boolean) => void;
  onGone: () => void;
};

function ModelDetails({ model, details, onGoing, onGone }: DetailsProps) {
  const formats = useFormats();
  const [keepAlive, setKeepAlive] = useState<KeepAlive>("5m");
  const [isDeleting, setIsDeleting] = useState(false);
  const load = useWrite("loadModel");
  const unload = useWrite("unloadModel");
  const fail = (error: Error) => showFailure(model.name, error);
  const tell = (message: string) => showToast({ title: model.name, message, type: "success" });
  return (
    <div className={classes.stack}>
      <dl className={detail.facts}>
        {listFacts(model, details, formats).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {details.system !== null && (
        <section className={detail.part}>
          <h3>Instructions</h3>
          <p className={classes.system}>{details.system}</p>
        </section>
      )}
      {details.isCloud ? (
        <p className={classes.quiet}>It runs in a cloud, so it is not loaded here.</p>
      ) : (
        <div className={classes.actions}>
          <NativeSelect
            label="Keep loaded for"
            data={Object.entries(keepAlives).map(([value, label]) => ({ value, label }))}
            value={keepAlive}
            onChange={({ currentTarget }) => setKeepAlive(currentTarget.value as KeepAlive)}
          />
          <Button
            loading={load.isPending}
            onClick={() =>
              load.mutate(
                { model: model.id, keepAlive },
                {
                  onSuccess: ({ isLoaded }) => tell(isLoaded ? "It is loaded." : "It is still loading."),
                  onError: fail,
                },
              )
            }
          >
            Load
          </Button>
          {details.isLoaded && (
            <Button
              variant="default"
              loading={unload.isPending}
              onClick={() =>
                unload.mutate({ model: model.id }, { onSuccess: () => tell("It is unloaded."), onError: fail })
              }
            >
              Unload
            </Button>
          )}
        </div>
      )}
      {!details.isCloud && (
        <PreloadForm key={JSON.stringify(details.preload)} model={model.id} preload={details.preload} />
      )}
      <div className={classes.actions}>
        <Button variant="subtle" color="red" onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {isDeleting && (
        <DeleteModelDialog
          model={model}
          users={details.usedBy.map(({ name }) => name)}
          onClose={() => setIsDeleting(false)}
          onGoing={onGoing}
          onGone={onGone}
        />
      )}
    </div>
  );
}

function listFacts(model: ManagedModel, details: Details, formats: FormatChoices): [string, string][] {
  const { sizeBytes } = model;
  const { contextTokens, capabilities, expiresAt, isLoaded, usedBy, parameters } = details;
  const facts: [string, string | null][] = [
    ["Server", details.provider.name],
    ["Family", details.family],
    ["Size", sizeBytes === null ? null : formatSize(sizeBytes, formats)],
    ["Parameters", details.parameterSize],
    ["Quantization", details.quantization],
    ["Context (tokens)", contextTokens === null ? null : formatNumber(contextTokens, formats)],
    ["Capabilities", capabilities?.join(", ") ?? null],
    ["Asked at", details.remoteHost],
    ["Loaded", isLoaded ? (expiresAt === null ? "Yes" : `Until ${formatInstant(expiresAt, formats)}`) : "No"],
    ["Settings", parameters.map(({ name, value }) => `${name}: ${value}`).join("\n")],
    ["Named by the policy of", usedBy.map(({ name }) => name).join(", ") || "Nobody"],
  ];
  return facts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}
