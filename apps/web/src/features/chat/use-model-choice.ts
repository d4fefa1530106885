import { type ChatModel, noModel } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../lib/queries.ts";
import { usePreference } from "../../lib/use-preference.ts";

/** The models to choose from, and the one that was chosen last: it stays with the person. */
export function useModelChoice(): {
  models: readonly ChatModel[];
  problem: string | null;
  model: string | undefined;
  choose: (model: string) => void;
} {
  const { data } = useQuery({ ...read("listModels", {}), staleTime: 60_000 });
  const [preferred, choose] = usePreference<string | null>("chat:model", null);
  const models = data?.items ?? [];
  const isThere = preferred === noModel || models.some(({ id }) => id === preferred);
  const byDefault = models.find(({ isDefault }) => isDefault)?.id;
  const model = preferred !== null && isThere ? preferred : byDefault;
  // Without any model there is nothing to choose, and the server decides.
  return { models, problem: data?.problem ?? null, model: models.length === 0 ? undefined : model, choose };
}
