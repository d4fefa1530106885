import type { LoadedModel, ModelDetails, ModelSummary } from "./model-provider.ts";
import { type Row, toCount, toInstant, toRow, toText } from "./wire-values.ts";

/** Whether a name says that the model is not on its server. */
export function namesCloud(model: string): boolean {
  return /[-:]cloud$/i.test(model.replace(/:latest$/i, ""));
}

export function toSummary(row: Row): ModelSummary {
  const name = toText(row.name) ?? toText(row.model) ?? "";
  const details = toRow(row.details);
  const remoteHost = toText(row.remote_host);
  return {
    name,
    sizeBytes: toCount(row.size),
    digest: toText(row.digest),
    modifiedAt: toInstant(row.modified_at),
    family: toText(details.family),
    parameterSize: toText(details.parameter_size),
    quantization: toText(details.quantization_level),
    contextTokens: toCount(details.context_length),
    capabilities: toCapabilities(row),
    isCloud: remoteHost !== null || namesCloud(name),
    remoteHost,
  };
}

export function toDetails(row: Row, model: string): ModelDetails {
  const details = toRow(row.details);
  const facts = toRow(row.model_info);
  const remoteHost = toText(row.remote_host);
  return {
    capabilities: toCapabilities(row),
    contextTokens: toCount(facts[`${facts["general.architecture"]}.context_length`]),
    system: toText(row.system),
    parameters: toParameters(toText(row.parameters) ?? ""),
    family: toText(details.family),
    parameterSize: toText(details.parameter_size),
    quantization: toText(details.quantization_level),
    isCloud: remoteHost !== null || namesCloud(model),
    remoteHost,
  };
}

export function toLoaded(row: Row): LoadedModel {
  return {
    name: toText(row.name) ?? toText(row.model) ?? "",
    sizeBytes: toCount(row.size),
    gpuBytes: toCount(row.size_vram) ?? 0,
    contextTokens: toCount(row.context_length),
    expiresAt: toInstant(row.expires_at),
  };
}

function toCapabilities({ capabilities }: Row): string[] | null {
  return Array.isArray(capabilities) ? capabilities.filter((one): one is string => typeof one === "string") : null;
}

/** One name and value in each line. */
function toParameters(text: string): ModelDetails["parameters"] {
  return text.split("\n").flatMap((line) => {
    const [, name, value] = /^\s*(\S+)\s+(.*?)\s*$/.exec(line) ?? [];
    return name !== undefined && value !== undefined ? [{ name, value }] : [];
  });
}
