import type { listModels, RouteOutput } from "@console/contracts";
import { ModelFailure, type ModelProvider } from "../../connectors/models/index.ts";
import type { Context } from "../../platform/context.ts";

/** A model of a provider that answers are written with. */
export type ChosenModel = { provider: string; model: string };

/** A model that is ready to be asked, with what it may be told. */
export type OpenedModel = {
  provider: ModelProvider;
  model: string;
  /** The server that answers, which fail-over may have chosen; null before a first piece has come. */
  readServer(): string | null;
  canUseTools: boolean;
  /** Figures never leave: the model sees names and shapes only. */
  figuresStay: boolean;
  /** The organisation's own instructions. */
  system: string | null;
};

/** The models that answers can be written with. */
export type Models = {
  /** Those that the caller may choose. */
  list(context: Omit<Context, "db">): Promise<RouteOutput<typeof listModels>>;
  /** The chosen one, or the caller's default; null where answers come without a model. */
  choose(context: Context, id: string | undefined): Promise<ChosenModel | null>;
  /** How many answers each provider may write at once. */
  readSlots(): Promise<ReadonlyMap<string, number>>;
  /** Opens a model for someone; what stands against it is a ModelFailure. */
  open(asking: Omit<Context, "db">, chosen: ChosenModel): Promise<OpenedModel>;
};

/** No model server is configured. */
export const withoutModels: Models = {
  list: async () => ({ items: [], problem: null }),
  choose: async () => null,
  readSlots: async () => new Map(),
  open: async () => {
    throw new ModelFailure("away", "No model server is configured any more.");
  },
};
