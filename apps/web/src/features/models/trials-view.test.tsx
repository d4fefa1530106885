import type { ManagedModel, ModelTrial, TenantPolicy, TrialQuestion } from "@console/contracts";
import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { PoliciesView } from "./policies-view.tsx";
import { TrialsView } from "./trials-view.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const screen = createScreen();
const { answers, says, press, type, callInputs, cells, control } = screen;

const model = { id: "p1/llama:3b", name: "llama:3b", canAnswer: true, provider: { id: "p1", name: "Office" } };
const other = { ...model, id: "p1/mistral", name: "mistral" };
const side = { asked: 2, right: 2, wrong: 0, unanswered: 0, failed: 0, unverified: 0, time: { p50: 900, p95: 2100 } };
const trial: ModelTrial = {
  id: "t1",
  a: { ...side, model: model.id, instructions: "", passes: true },
  b: { ...side, model: other.id, instructions: "Be brief.", right: 1, wrong: 1, unverified: 3, passes: false },
  state: "done",
  total: 4,
  done: 4,
  problem: null,
  startedBy: "Ann",
  createdAt: "2026-11-14T08:00:00Z",
  endedAt: "2026-11-14T08:05:00Z",
};
const questions: TrialQuestion[] = [
  {
    case: "c1",
    question: "How many failed?",
    expected: "Failed deliveries",
    a: { grade: "right", unverified: 0, totalMs: 900, answer: "12 failed." },
    b: { grade: "wrong", unverified: 3, totalMs: 1200, answer: "999 failed." },
  },
];
const held: TenantPolicy = {
  policy: {
    models: null,
    defaultModel: model.id,
    roles: {},
    instructions: "",
    isChatOn: true,
    writesProse: true,
    keepsFigures: false,
    allowsAttachments: true,
  },
  isOwn: true,
  version: 2,
  versions: [],
  systemText: { bare: "Rules.", framed: "Rules. {instructions}" },
};

beforeEach(() => {
  Object.assign(answers, {
    listManagedModels: { items: [model, other] as unknown as ManagedModel[], providers: [] },
    getModelPolicy: held,
    listEntity: { items: [{ id: "s1", name: "Guard" }], next: null, total: 1 },
    listModelTrials: { items: [trial] },
    readModelTrial: { ...trial, questions },
    startModelTrial: { id: "t1" },
    cancelModelTrial: { id: "t1" },
  });
});

test("two sides stand beside each other with what they got right, made up and took", async () => {
  await screen.show(<TrialsView />, "view=evaluation");
  await says("999 failed.");
  const rows = cells();
  expect(rows).toContainEqual(["Passed", "Not passed"]);
  expect(rows).toContainEqual(["2 of 2", "1 of 2"]);
  expect(rows).toContainEqual(["0", "3"]);
  await says("Wrong, 3 not verified, 1.2 s");
  await says("mistral, told “Be brief.”");
});

test("an evaluation begins with the default and another model, and is started as it is chosen", async () => {
  answers.listModelTrials = { items: [] };
  await screen.show(<TrialsView />, "view=evaluation");
  await says("No models have been evaluated yet.");
  const chosen = () => [control("First model").value, control("Second model").value];
  await waitFor(() => expect(chosen()).toEqual([model.id, other.id]));
  await type("Second model", model.id);
  await press("Start evaluation");
  await says("Choose another model or other instructions.");
  await type("Second instructions", "Be brief.");
  await type("Questions of", "s1");
  await type("How many", "5");
  await press("Start evaluation");
  expect(callInputs("startModelTrial")).toEqual([
    {
      a: { model: model.id, instructions: "" },
      b: { model: model.id, instructions: "Be brief." },
      questions: 5,
      set: "s1",
    },
  ]);
});

test("one that runs says how far it is, holds others back, and can be cancelled", async () => {
  const running = { ...trial, state: "running" as const, done: 1, endedAt: null };
  answers.listModelTrials = { items: [running] };
  answers.readModelTrial = { ...running, questions: [] };
  await screen.show(<TrialsView />, "view=evaluation");
  await says("1 of 4 answers");
  expect(screen.button("Start evaluation")?.disabled).toBe(true);
  await press("Cancel");
  expect(callInputs("cancelModelTrial")).toEqual([{ trial: "t1" }]);
});

test("a default without a passing evaluation is saved only once that is confirmed", async () => {
  answers.setModelPolicy = ({ isConfirmed }: { isConfirmed?: boolean }) => {
    if (isConfirmed) return held;
    const message = "mistral has passed no evaluation without instructions.";
    throw new ApiError({ kind: "conflict", message, fields: { isConfirmed: message } });
  };
  await screen.show(<PoliciesView />);
  await says("Default model");
  await type("Default model", other.id);
  await press("Save");
  await says("mistral has passed no evaluation without instructions.");
  expect(callInputs("setModelPolicy")).toHaveLength(1);
  await press("Save all the same");
  expect(callInputs("setModelPolicy")[1]).toMatchObject({
    isConfirmed: true,
    policy: { defaultModel: other.id },
  });
});

test("whoever is asked to confirm can go and evaluate instead", async () => {
  answers.setModelPolicy = () => {
    throw new ApiError({ kind: "conflict", message: "No.", fields: { isConfirmed: "No evaluation." } });
  };
  await screen.show(<PoliciesView />);
  await says("Default model");
  await type("Default model", other.id);
  await press("Save");
  await press("Evaluate first");
  expect(screen.address()).toContain("view=evaluation");
});
