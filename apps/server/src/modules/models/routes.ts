import { routes } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { type Endpoint, handle, handleDirectly } from "../../platform/http/endpoint.ts";
import { deleteModel, getModel, listManagedModels, loadModel, requireOllama, unloadModel } from "./manage-models.ts";
import { getModelPolicy, type HasPassed, type SystemText, setModelPolicy } from "./manage-policies.ts";
import { setModelPreload } from "./manage-preloads.ts";
import type { ModelPulls } from "./model-pulls.ts";
import type { ModelServers } from "./model-servers.ts";
import { selectOpenProviders } from "./provider-store.ts";

export type ModelsParts = {
  servers: ModelServers;
  pulls: ModelPulls;
  /** The whole text that models are told. */
  systemText: SystemText;
  hasPassed: HasPassed;
};

/** The models of the servers, their downloads, and who may use which. */
export function modelsRoutes({ servers, pulls, systemText, hasPassed }: ModelsParts): Endpoint[] {
  return [
    handle(routes.getModelPolicy, (context, input) => getModelPolicy(context, input, systemText)),
    handle(routes.setModelPolicy, (context, input) => setModelPolicy(context, input, { systemText, hasPassed })),
    handleDirectly(routes.listManagedModels, (context) => listManagedModels(context, servers)),
    handle(routes.listModelPulls, async (context) => ({ items: await pulls.list(context, await readNames(context)) })),
    handleDirectly(routes.pullModel, async (context, { provider, model }) =>
      pulls.start(context, await requireOllama(context, provider, servers), model),
    ),
    handle(routes.cancelModelPull, async (context, { pull }) => pulls.cancel(context, pull, await readNames(context))),
    handleDirectly(routes.getModel, (context, input) => getModel(context, input, servers)),
    handleDirectly(routes.deleteModel, (context, input) => deleteModel(context, input, servers)),
    handleDirectly(routes.loadModel, (context, input) => loadModel(context, input, servers)),
    handle(routes.setModelPreload, setModelPreload),
    handleDirectly(routes.unloadModel, (context, input) => unloadModel(context, input, servers)),
  ];
}

async function readNames(context: Context): Promise<Map<string, string>> {
  return new Map((await selectOpenProviders(context)).map(({ id, name }) => [id, name]));
}
