import type { ModelPolicy } from "@console/contracts";
import type { ModelSummary } from "../../connectors/models/index.ts";
import type { ChosenModel } from "./models.ts";
import type { StoredProvider } from "./provider-store.ts";

/** The id under which a model of a server is known. */
export function modelIdOf(provider: Pick<StoredProvider, "id">, name: string): string {
  return `${provider.id}/${name}`;
}

/** The server and the model that an id names; names of models may hold slashes too. */
export function readModelId(id: string): ChosenModel | null {
  const at = id.indexOf("/");
  return at > 0 && at < id.length - 1 ? { provider: id.slice(0, at), model: id.slice(at + 1) } : null;
}

/** Whether a policy lets a model be chosen. */
export function isAllowed({ models }: ModelPolicy, id: string): boolean {
  return models === null || models.includes(id);
}

/** Whether a model of a server can answer: it chats, and stays on the operator's machines where it must. */
export function canAnswer(
  { allow_cloud }: Pick<StoredProvider, "allow_cloud">,
  { capabilities, isCloud }: Pick<ModelSummary, "capabilities" | "isCloud">,
): boolean {
  return (capabilities?.includes("completion") ?? true) && (allow_cloud || !isCloud);
}
