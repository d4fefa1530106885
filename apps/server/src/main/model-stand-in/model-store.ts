import { createHash } from "node:crypto";

/** A model that the stand-in has. */
export type StoredModel = {
  name: string;
  capabilities: string[];
  sizeBytes: number;
  contextTokens: number;
  parent: string;
  system: string;
  parameters: Record<string, unknown>;
  /** Where the model really runs, if not here. */
  remoteHost: string | null;
  changedAt: Date;
};

/** What older servers leave out of their answers. */
export type Omission = "tag-capabilities" | "capabilities" | "call-ids" | "metrics";

const secondsLoaded = 300;

/** The models of the stand-in, as the native API shows them. */
export class ModelStore {
  readonly #models = new Map<string, StoredModel>();
  readonly #loaded = new Map<string, number>();
  readonly #clock: () => Date;
  readonly #omissions: readonly Omission[];

  constructor(clock: () => Date, omissions: readonly Omission[]) {
    this.#clock = clock;
    this.#omissions = omissions;
    this.add("stand-in-tools", ["completion", "tools", "thinking"]);
    this.add("stand-in-plain", ["completion"]);
    this.add("stand-in-embed", ["embedding"]);
    this.add("stand-in-large:120b-cloud", ["completion", "tools"], { remoteHost: "https://ollama.example" });
    this.add("stand-in-alias", ["completion", "tools"], { remoteHost: "https://ollama.example" });
  }

  add(name: string, capabilities: string[], more: Partial<StoredModel> = {}): void {
    const full = fullName(name);
    this.#models.set(full, {
      capabilities,
      sizeBytes: 1_234_567,
      contextTokens: 8192,
      parent: "",
      system: "",
      parameters: {},
      remoteHost: null,
      changedAt: this.#clock(),
      ...more,
      name: full,
    });
  }

  find(name: unknown): StoredModel | undefined {
    return this.#models.get(fullName(String(name ?? "")));
  }

  get names(): string[] {
    return [...this.#models.keys()];
  }

  remove(name: unknown): boolean {
    const full = fullName(String(name ?? ""));
    this.#loaded.delete(full);
    return this.#models.delete(full);
  }

  copy(from: StoredModel, name: string): void {
    this.add(name, from.capabilities, from);
  }

  create(from: StoredModel, name: string, { system, parameters }: Record<string, unknown>): void {
    this.add(name, from.capabilities, {
      ...from,
      parent: from.name,
      system: String(system ?? from.system),
      parameters: { ...from.parameters, ...(parameters as object | undefined) },
    });
  }

  load({ name, contextTokens }: StoredModel, wanted: unknown): void {
    this.#loaded.set(name, typeof wanted === "number" ? wanted : Math.min(4096, contextTokens));
  }

  unload({ name }: StoredModel): void {
    this.#loaded.delete(name);
  }

  tags(): object {
    return { models: [...this.#models.values()].map((model) => this.#toTag(model)) };
  }

  running(): object {
    const expiresAt = new Date(this.#clock().getTime() + secondsLoaded * 1000).toISOString();
    const models = [...this.#loaded].flatMap(([name, contextTokens]) => {
      const model = this.#models.get(name);
      if (!model) return [];
      return [{ ...this.#toTag(model), expires_at: expiresAt, size_vram: 0, context_length: contextTokens }];
    });
    return { models };
  }

  show(model: StoredModel): object {
    const lines = Object.entries(model.parameters).map(([name, value]) => `${name.padEnd(30)} ${value}`);
    return {
      modelfile: `FROM ${model.name}\n`,
      parameters: lines.join("\n"),
      template: "{{ .Prompt }}",
      system: model.system || undefined,
      details: toDetails(model),
      model_info: { "general.architecture": "standin", "standin.context_length": model.contextTokens },
      capabilities: this.#omissions.includes("capabilities") ? undefined : model.capabilities,
      modified_at: model.changedAt.toISOString(),
      remote_host: model.remoteHost ?? undefined,
    };
  }

  #toTag(model: StoredModel): object {
    const isLeftOut = this.#omissions.some((one) => one === "capabilities" || one === "tag-capabilities");
    return {
      name: model.name,
      model: model.name,
      modified_at: model.changedAt.toISOString().replace("Z", "123456Z"),
      size: model.sizeBytes,
      digest: digestOf(model.name),
      details: toDetails(model),
      capabilities: isLeftOut ? undefined : model.capabilities,
      remote_host: model.remoteHost ?? undefined,
    };
  }
}

export function digestOf(name: string): string {
  return createHash("sha256").update(name).digest("hex");
}

function fullName(name: string): string {
  return name.includes(":") ? name : `${name}:latest`;
}

function toDetails({ parent }: StoredModel): object {
  return {
    parent_model: parent,
    format: "gguf",
    family: "standin",
    families: ["standin"],
    parameter_size: "0.1B",
    quantization_level: "Q4_K_M",
  };
}
