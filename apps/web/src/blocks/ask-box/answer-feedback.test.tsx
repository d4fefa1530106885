import { expect, test, vi } from "vitest";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { AnswerFeedback } from "./answer-feedback.tsx";
import type { Asked } from "./use-asking.ts";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/feedback-place.ts", () => ({ readFeedbackPlace: () => ({ page: "/tenant/tookan-report" }) }));

const screen = createScreen();
const { answers, press, says, callInputs } = screen;
Object.assign(answers, { giveFeedback: { id: "f1" }, changeOwnFeedback: {} });

const asked = (zone: string): Asked => ({
  question: "deliveries by zone",
  readAt: 1,
  isChosen: false,
  answer: {
    outcome: "answer",
    reason: null,
    text: "Deliveries: A 30.",
    query: { metrics: ["delivery_count"], filters: [{ field: "zone", values: [zone] }] },
    assumptions: [{ kind: "metric", label: "Deliveries" }],
    unused: [],
  },
});

test("a rating takes the answer along, and after No the reasons and the edited chips", async () => {
  await screen.show(<AnswerFeedback asked={asked("A")} />);
  await press("No");
  expect(callInputs("giveFeedback")).toMatchObject([
    {
      kind: "answer",
      rating: "down",
      page: "/tenant/tookan-report",
      answer: { question: "deliveries by zone", text: "Deliveries: A 30.", reading: ["Deliveries"] },
    },
  ]);
  await says("What went wrong?");
  await press("Wrong figure");
  await press("Send feedback");
  expect(callInputs("changeOwnFeedback")).toEqual([{ feedback: "f1", text: "", reasons: ["wrong_figure"] }]);
  await says("You will be told what becomes of it");
});
