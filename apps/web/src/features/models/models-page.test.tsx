import type { EntityDescription, ManagedModel, ModelPull, TenantPolicy } from "@console/contracts";
import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ModelsPage } from "./models-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const description: EntityDescription = {
  name: "providers",
  one: "Model server",
  many: "Model servers",
  title: "name",
  sort: { by: "name", dir: "asc" },
  fields: [
    {
      name: "name",
      label: "Name",
      type: "text",
      choices: [],
      help: null,
      isRequired: true,
      isGiven: true,
      isChanged: true,
      shown: "list",
      isSortable: true,
      isFilter: false,
      max: 80,
      refersTo: null,
    },
  ],
  acts: [],
  canCreate: true,
  canChange: true,
  canImport: false,
};
const provider = { id: "p1", name: "Office", kind: "ollama" as const };
const model: ManagedModel = {
  id: "p1/llama:3b",
  name: "llama:3b",
  provider,
  sizeBytes: 2_000_000_000,
  parameterSize: "3B",
  quantization: "Q4_K_M",
  contextTokens: 8192,
  capabilities: ["completion", "tools"],
  modifiedAt: null,
  isCloud: false,
  canAnswer: true,
  lately: { answers: 40, errors: 2, firstWordMs: { p50: 840, p95: 2130 } },
  loaded: null,
};
const other: ManagedModel = { ...model, id: "p1/far-cloud", name: "far-cloud", isCloud: true, canAnswer: false };
const details = {
  id: model.id,
  name: model.name,
  provider,
  family: "llama",
  parameterSize: "3B",
  quantization: "Q4_K_M",
  contextTokens: 8192,
  capabilities: ["completion"],
  system: null,
  parameters: [],
  isCloud: false,
  remoteHost: null,
  isLoaded: true,
  expiresAt: null,
  usedBy: [{ id: "north", name: "North" }],
  preload: null,
};
const pull: ModelPull = {
  id: "d1",
  provider,
  model: "mistral",
  state: "running",
  step: "pulling manifest",
  doneBytes: 500_000_000,
  totalBytes: 2_000_000_000,
  problem: null,
  startedAt: "2026-11-14T08:00:00Z",
};
const held: TenantPolicy = {
  policy: {
    models: null,
    defaultModel: null,
    roles: {},
    instructions: "Be brief.",
    isChatOn: true,
    writesProse: true,
    keepsFigures: false,
    allowsAttachments: true,
  },
  isOwn: true,
  version: 2,
  versions: [
    { version: 2, by: "Ann", at: "2026-11-14T08:00:00Z", policy: null },
    { version: 1, by: "Ben", at: "2026-11-13T08:00:00Z", policy: null },
  ],
  systemText: { bare: "Rules.", framed: "Rules. Also: {instructions}" },
};
const screen = createScreen();
const { says, press, type, callInputs, control, button } = screen;

beforeEach(() => {
  Object.assign(screen.answers, {
    describeEntity: description,
    listEntity: { items: [], next: null, total: 0 },
    getChoice: { value: null },
    listManagedModels: { items: [model, other], providers: [{ ...provider, problem: null }] },
    listModelPulls: { items: [] },
    getModel: details,
    getEntity: { id: "north", name: "North" },
    getModelPolicy: held,
    setModelPolicy: held,
    pullModel: pull,
    cancelModelPull: pull,
    deleteModel: { id: model.id },
    loadModel: { id: model.id, isLoaded: true },
  });
});

const tick = (label: string) => act(async () => control(label).click());
const show = (query: string) => screen.show(<ModelsPage />, query);

test("without a server the page says where answers come from, and leads to the servers", async () => {
  screen.answers.listManagedModels = { items: [], providers: [] };
  await show("view=models");
  await says("No model server is set up");
  await says("Answers come without a model, from your own figures.");
  expect(button("Download model")).toBeUndefined();
  await press("Set up a model server");
  expect(screen.address()).toContain("providers");
});

test("models are listed with what is known of them, and a server that does not answer is named", async () => {
  screen.answers.listManagedModels = {
    items: [model, other],
    providers: [
      { ...provider, problem: null },
      { id: "p2", name: "Cellar", kind: "ollama", problem: "Cellar does not answer: nothing came." },
    ],
  };
  await show("view=models");
  await says("Cellar does not answer");
  await says("2 GB");
  await says("In a cloud, not allowed");
  await says("0.8 s / 2.1 s");
  await says("2 of 40");
});

const spread = { p50: 840, p95: 2130 };
const figures = {
  answers: 3,
  done: 2,
  stopped: 0,
  failed: 1,
  interrupted: 0,
  open: 0,
  errors: 1,
  promptTokens: 1200,
  answerTokens: 80,
  untold: 1,
  firstWordMs: spread,
  totalMs: null,
};

test("usage is told by part, and each part leads to the answers behind it", async () => {
  screen.answers.readAssistantUsage = {
    from: "2026-11-13",
    to: "2026-11-15",
    timeZone: "UTC",
    total: figures,
    groups: [{ ...figures, key: "north", name: "North" }],
    rest: 0,
    days: [{ day: "2026-11-14", key: "north", answers: 3 }],
  };
  const row = {
    id: "m1",
    at: "2026-11-14T09:20:00.000Z",
    person: "Ann",
    role: "user",
    tenant: "North",
    model: "llama:3b",
    provider: "Office",
    outcome: "failed",
    problem: "silent",
    source: "chat",
    promptTokens: null,
    answerTokens: 80,
    firstWordMs: null,
    totalMs: 4000,
  };
  screen.answers.listUsageRows = { items: [row], next: null, count: 3 };
  await show("view=usage");
  await says("1,200 prompt tokens and 80 answer tokens, without 1 answer whose server");
  expect(screen.cells()).toEqual([["North", "3", "1", "0", "1,200", "80", "1", "0.8 s / 2.1 s", "–"]]);
  await press("North");
  await says("Tenant: North");
  await says("3 answers");
  await says("Failed (server silent)");
  const days = { from: "2026-11-13", to: "2026-11-15" };
  expect(callInputs("listUsageRows")).toEqual([{ ...days, tenant: "north" }]);
});

test("where nothing was asked usage says so", async () => {
  const total = { ...figures, answers: 0 };
  const days = { from: "2026-11-13", to: "2026-11-15", timeZone: "UTC" };
  screen.answers.readAssistantUsage = { ...days, total, groups: [], rest: 0, days: [] };
  await show("view=usage&by=model");
  await says("Nothing was asked in these days");
  expect(callInputs("readAssistantUsage")).toEqual([{ by: "model" }]);
});

test("a download is started, told in bytes, and cancelled", async () => {
  screen.answers.listModelPulls = { items: [pull] };
  await show("view=models");
  await says("500 MB of 2 GB");
  await press("Cancel the download of mistral");
  expect(callInputs("cancelModelPull")).toEqual([{ pull: "d1" }]);
  await press("Download model");
  await says("does not say how much space it has left");
  await type("Model", "mistral:7b");
  await press("Download");
  expect(callInputs("pullModel")).toEqual([{ provider: "p1", model: "mistral:7b" }]);
});

test("a model is given hours in which it is loaded, tells its last run, and loses them", async () => {
  const times = { days: [1, 2, 3, 4, 5], beginsAt: "07:30", endsAt: "18:00", timeZone: "UTC", keepAlive: "1h" };
  screen.answers.setModelPreload = { preload: null };
  await screen.show(<ModelsPage />, `view=models&model=${encodeURIComponent(model.id)}`);
  await says("It is loaded when someone asks it");
  await type("Time zone", "UTC");
  await type("Until", "07:00");
  await press("Save hours");
  await says("Choose a time after the first one.");
  await type("Until", "18:00");
  screen.answers.getModel = {
    ...details,
    preload: { ...times, lastRunAt: "2026-11-14T08:00:00Z", lastProblem: "Office did not answer in time." },
  };
  await press("Save hours");
  await says("Office did not answer in time.");
  await press("Remove hours");
  expect(callInputs("setModelPreload")).toEqual([
    { model: model.id, preload: times },
    { model: model.id, preload: null },
  ]);
});

test("a custom model is created where custom models are looked after", async () => {
  await screen.show(<ModelsPage />, "view=models");
  await says("llama:3b");
  await press("Create custom model");
  expect(screen.address()).toContain("view=custom");
  expect(screen.address()).toContain("do=new");
});

test("whoever deletes a model is told who uses it", async () => {
  await show("view=models&model=p1%2Fllama:3b");
  await says("North");
  await press("Delete");
  await says("The policy of North names it.");
  await press("Delete all the same");
  expect(callInputs("deleteModel")).toEqual([{ model: "p1/llama:3b", isConfirmed: "true" }]);
});

test("a policy shows its whole text, is saved with its version, and goes back to an earlier one", async () => {
  await show("view=policies&tenant=north");
  await says("Rules. Also: Be brief.");
  await type("Instructions", "Be kind.");
  await says("Rules. Also: Be kind.");
  await type("Default model", "p1/llama:3b");
  await press("Save");
  const policy = { ...held.policy, instructions: "Be kind.", defaultModel: "p1/llama:3b" };
  expect(callInputs("setModelPolicy")).toEqual([{ tenantId: "north", version: 2, policy }]);
  await press("Use the policy of all tenants");
  expect(callInputs("setModelPolicy").at(-1)).toEqual({ tenantId: "north", version: 2, policy: null });
});

test("a role is given fewer models and a default among them, and versions tell it", async () => {
  const mistral: ManagedModel = { ...model, id: "p1/mistral", name: "mistral" };
  screen.answers.listManagedModels = { items: [model, mistral], providers: [{ ...provider, problem: null }] };
  const roles = { manager: { models: null, default: mistral.id } };
  const policy = { ...held.policy, defaultModel: model.id, roles };
  const versions = [{ version: 2, by: "Ann", at: "2026-11-14T08:00:00Z", policy }];
  screen.answers.getModelPolicy = { ...held, policy, versions };
  await show("view=policies");
  await says("All models, default llama:3b, Manager: all allowed models, default mistral");
  await says("User: as for everyone");
  await tick("User: all allowed models");
  await tick("User: llama:3b on Office");
  await says("User: 1 model, no default");
  await type("User: default model", mistral.id);
  await says("User: 1 model, default mistral");
  await press("Save");
  const user = { models: [mistral.id], default: mistral.id };
  expect(callInputs("setModelPolicy")[0]).toMatchObject({ policy: { ...policy, roles: { ...roles, user } } });
});

test("a role keeps no model that is not allowed any more, and its default is asked for again", async () => {
  const mistral: ManagedModel = { ...model, id: "p1/mistral", name: "mistral" };
  screen.answers.listManagedModels = { items: [model, mistral], providers: [{ ...provider, problem: null }] };
  const roles = { user: { models: [model.id, mistral.id], default: mistral.id } };
  screen.answers.getModelPolicy = { ...held, policy: { ...held.policy, roles } };
  await show("view=policies");
  await tick("All models");
  await tick("mistral on Office");
  await press("Save");
  await says("Choose one of the allowed models.");
  expect(callInputs("setModelPolicy")).toEqual([]);
  await type("User: default model", "");
  await press("Save");
  expect(callInputs("setModelPolicy")[0]).toMatchObject({
    policy: { models: [model.id], roles: { user: { models: [model.id], default: null } } },
  });
});

test("a policy that was changed meanwhile is not written over", async () => {
  screen.answers.setModelPolicy = () => {
    throw new ApiError({ kind: "conflict", message: "Someone has changed this policy meanwhile." });
  };
  await show("view=policies");
  await says("This holds for every tenant");
  await type("Instructions", "Mine.");
  await press("Save");
  await says("Someone has changed this policy meanwhile.");
  expect(control("Instructions").value).toBe("Mine.");
});
