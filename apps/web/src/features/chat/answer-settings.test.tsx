import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { AnswerSettings } from "./answer-settings.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { answers, press, says, type, callInputs } = screen;
const usual = { temperature: null, answerTokens: null };

beforeEach(() => {
  answers.changeConversation = {};
});

test("settings are kept with their conversation, and an empty field is as usual", async () => {
  await screen.show(<AnswerSettings conversation="c1" settings={{ temperature: 0.9, answerTokens: null }} />);
  await press("Answer settings (changed)");
  await type("Temperature", "");
  await type("Longest answer in tokens", "512");
  await press("Save settings");
  expect(callInputs("changeConversation")).toEqual([
    { conversation: "c1", settings: { temperature: null, answerTokens: 512 } },
  ]);
});

test.each([
  ["Temperature", "2", "Enter a number from 0 to 1"],
  ["Temperature", "warm", "Enter a number from 0 to 1"],
  ["Longest answer in tokens", "300.5", "Enter a whole number from 256 to 4096"],
])("%s refuses %s before it is sent", async (label, value, words) => {
  await screen.show(<AnswerSettings conversation="c1" settings={usual} />);
  await press("Answer settings");
  await type(label, value);
  await press("Save settings");
  await says(words);
  expect(callInputs("changeConversation")).toEqual([]);
});
