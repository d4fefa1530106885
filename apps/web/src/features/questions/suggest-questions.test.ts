import { expect, it } from "vitest";
import { fake } from "../../lib/fake-for-tests.ts";
import { suggestQuestions } from "./suggest-questions.ts";

type Input = Parameters<typeof suggestQuestions>[0];

it("suggests questions about domains with data, with members of the tenant", () => {
  const catalogue = fake<Input>({
    metrics: [
      { id: "net_sales", domain: "sales", dimensions: ["branch", "product"] },
      { id: "failed_delivery_count", domain: "delivery", dimensions: ["failure_reason"] },
    ],
    domains: [
      { id: "sales", firstDay: "2024-01-01" },
      { id: "delivery", firstDay: null },
    ],
  });
  expect(suggestQuestions(catalogue, { branch: "Harbour" })).toEqual([
    "Net sales of Harbour this quarter",
    "Top 5 products by net sales last month",
    "Net sales by payment method last month",
  ]);
  expect(suggestQuestions(catalogue, {})[0]).toBe("Top 5 products by net sales last month");
});
