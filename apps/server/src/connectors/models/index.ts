export { ModelFailure, type ModelReason } from "./model-failure.ts";
export type {
  ChatMessage,
  ChatPiece,
  ChatRequest,
  ModelProvider,
  ModelSummary,
  OllamaProvider,
  PullProgress,
  ToolCall,
  ToolSchema,
} from "./model-provider.ts";
export type { ModelAccess } from "./model-server.ts";
export { createOllama, type OllamaAccess } from "./ollama.ts";
export { createOpenAi } from "./openai.ts";
