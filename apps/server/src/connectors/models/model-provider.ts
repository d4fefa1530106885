/** A function that a model may ask for; `parameters` is a JSON Schema of an object, best a flat one. */
export type ToolSchema = { name: string; description: string; parameters: object };

/** What a model asks for. Older servers give no ids. */
export type ToolCall = { id: string | null; name: string; arguments: Record<string, unknown> };

export type ChatMessage = {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  thinking?: string;
  /** Pictures in base64, without a prefix. */
  images?: string[];
  toolCalls?: ToolCall[];
  toolName?: string;
  toolCallId?: string;
};

export type ChatOptions = {
  temperature?: number;
  topP?: number;
  topK?: number;
  /** How much the model sees at once: instructions, conversation and answer together. */
  contextTokens?: number;
  /** The longest answer. */
  mostTokens?: number;
  seed?: number;
  stop?: string[];
  repeatPenalty?: number;
};

export type ChatRequest = {
  model: string;
  messages: ChatMessage[];
  tools?: ToolSchema[];
  options?: ChatOptions;
  think?: boolean | "low" | "medium" | "high";
  /** A JSON Schema that the answer fits. */
  format?: object;
  /** How long the model stays loaded: seconds, or a duration such as `10m`. */
  keepAlive?: string | number;
};

/** What an answer took; null where the server does not say. */
export type ChatUsage = {
  promptTokens: number | null;
  answerTokens: number | null;
  loadMs: number | null;
  promptMs: number | null;
  answerMs: number | null;
};

export type ChatPiece =
  | { type: "thinking"; text: string }
  | { type: "text"; text: string }
  | { type: "call"; call: ToolCall }
  | { type: "end"; reason: "stop" | "length"; usage: ChatUsage };

/** A model of a server; null where the server does not say. */
export type ModelSummary = {
  name: string;
  sizeBytes: number | null;
  digest: string | null;
  modifiedAt: Date | null;
  family: string | null;
  parameterSize: string | null;
  quantization: string | null;
  contextTokens: number | null;
  /** Such as `completion`, `tools`, `thinking`, `vision`, `embedding`. */
  capabilities: string[] | null;
  /** What it is asked leaves the server for another one. */
  isCloud: boolean;
  remoteHost: string | null;
};

export type ModelServerState = { version: string | null; latencyMs: number; models: ModelSummary[] };

/** A server of language models. What goes wrong is a ModelFailure; a call that is called off fails with its own reason. */
export type ModelProvider = {
  kind: "ollama" | "openai";
  /** The last piece is always the end: without one the answer failed. Leaving the reading early stops the model. */
  streamChat(request: ChatRequest, signal: AbortSignal): AsyncIterable<ChatPiece>;
  describe(signal: AbortSignal): Promise<ModelServerState>;
};

/** A model that is in the memory of its server. */
export type LoadedModel = {
  name: string;
  sizeBytes: number | null;
  /** How much of it the graphics processor holds; 0 where it runs without one. */
  gpuBytes: number;
  contextTokens: number | null;
  /** When it is unloaded unless it is asked again. */
  expiresAt: Date | null;
};

export type ModelDetails = {
  capabilities: string[] | null;
  contextTokens: number | null;
  system: string | null;
  parameters: { name: string; value: string }[];
  family: string | null;
  parameterSize: string | null;
  quantization: string | null;
  isCloud: boolean;
  remoteHost: string | null;
};

/** How far a download is; `totalBytes` grows while its parts become known. */
export type PullProgress = { status: string; doneBytes: number; totalBytes: number };

/** A custom model: another one with instructions and parameters, these named as the server names them. */
export type NewModel = {
  model: string;
  from: string;
  system?: string;
  parameters?: Readonly<Record<string, number | string | string[]>>;
};

/** A server whose models are managed from here. */
export type OllamaProvider = ModelProvider & {
  kind: "ollama";
  loaded(signal: AbortSignal): Promise<LoadedModel[]>;
  show(model: string, signal: AbortSignal): Promise<ModelDetails>;
  /** Downloads a model; calling it off or leaving early stops it, and the next time it goes on from there. */
  pull(model: string, signal: AbortSignal): AsyncIterable<PullProgress>;
  remove(model: string, signal: AbortSignal): Promise<void>;
  create(model: NewModel, signal: AbortSignal): Promise<void>;
  load(model: string, keepAlive: string | number, signal: AbortSignal): Promise<void>;
  unload(model: string, signal: AbortSignal): Promise<void>;
};
