import type { ChatMessage } from "@console/contracts";
import { useModelChoice } from "./use-model-choice.ts";

/** What the model of a message is called: with its server where several servers have a model of that name. */
export function useModelName(): (message: Pick<ChatMessage, "model" | "provider">) => string {
  const { models } = useModelChoice();
  return ({ model, provider }) => {
    const same = models.filter(({ name }) => name === model);
    const own = same.find(({ id }) => id === `${provider}/${model}`);
    return same.length > 1 && own ? `${model} on ${own.provider}` : (model ?? "Without a model");
  };
}
