type Schema = { type?: string | string[]; enum?: unknown[]; properties?: Record<string, Schema>; items?: Schema };

/** The plainest value that fits a JSON Schema. */
export function answerBySchema(schema: unknown): unknown {
  const { type, enum: choices, properties = {}, items } = (schema ?? {}) as Schema;
  if (choices) return choices[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return items ? [answerBySchema(items)] : [];
    default:
      return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, answerBySchema(one)]));
  }
}
