import type { ReturnQuestion, SourceMapping } from "@console/contracts";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "../../../lib/screen-for-tests.tsx";
import { listOpenReturns, ReturnChoice } from "./return-choice.tsx";

const mapping: SourceMapping = { fact: "sale_lines", fields: { gross_minor: { from: "Amount" } } };
const returns = { from: "Payment", values: { Cash: "no", Refund: "yes" } };
const question: ReturnQuestion = {
  column: "Payment",
  title: "Returns in Payment",
  evidence: "“Payment” has a word for returns: “Refund” in 2 rows, with amounts above zero.",
  choices: [{ label: "“Refund”: returns (2 rows)", field: returns }],
  words: ["Refund"],
  canLeaveOut: true,
  canWait: false,
  isAnswered: false,
};
const cancelled: ReturnQuestion = {
  column: "Status",
  title: "“Cancelled” in Status",
  evidence: "“Status” says “Cancelled” in 3 rows.",
  choices: [],
  words: ["Cancelled"],
  canLeaveOut: true,
  canWait: false,
  isAnswered: false,
};

test("a column with a word for returns is asked for until someone says what its rows are", async () => {
  const onMapping = vi.fn();
  expect(listOpenReturns([question], mapping)).toEqual(["Returns in Payment"]);
  await renderInApp(<ReturnChoice questions={[question]} mapping={mapping} onMapping={onMapping} />);
  expect(screen.getByText("Choose what these rows are.")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("“Refund”: returns (2 rows)"));
  const marked = onMapping.mock.lastCall?.[0];
  expect(marked.fields.is_return).toEqual(returns);
  fireEvent.click(screen.getByLabelText("All rows are sales"));
  const sold = onMapping.mock.lastCall?.[0];
  expect(sold.saleWords).toEqual({ Payment: ["Refund"] });
  expect([listOpenReturns([question], marked), listOpenReturns([question], sold)]).toEqual([[], []]);
});

test("a word for what was cancelled counts as a sale or is left out, and words that were decided before stay so", async () => {
  const onMapping = vi.fn();
  const marked: SourceMapping = {
    ...mapping,
    fields: { ...mapping.fields, is_return: { from: "Type" } },
    leftOutWords: { Status: ["Void"] },
  };
  const open = () => listOpenReturns([cancelled], onMapping.mock.lastCall?.[0] ?? marked);
  // A column that marks returns says nothing of this one.
  expect(open()).toEqual(["“Cancelled” in Status"]);
  await renderInApp(<ReturnChoice questions={[cancelled]} mapping={marked} onMapping={onMapping} />);
  fireEvent.click(screen.getByLabelText("Leave out"));
  expect(onMapping.mock.lastCall?.[0]).toMatchObject({
    saleWords: {},
    leftOutWords: { Status: ["Void", "Cancelled"] },
    fields: { is_return: { from: "Type" } },
  });
  expect(open()).toEqual([]);
  fireEvent.click(screen.getByLabelText("Counts as a sale"));
  expect(onMapping.mock.lastCall?.[0]).toMatchObject({
    saleWords: { Status: ["Cancelled"] },
    leftOutWords: { Status: ["Void"] },
  });
  expect(open()).toEqual([]);
});

test("what is only to be known is told and not asked", async () => {
  const evidence =
    "“Returned qty” is not loaded: returns are lines of their own or a mark. It is above zero in 2 rows.";
  const told: ReturnQuestion = { ...cancelled, column: "Returned qty", evidence, words: [], canLeaveOut: false };
  await renderInApp(<ReturnChoice questions={[told]} mapping={mapping} onMapping={vi.fn()} />);
  expect(screen.getByText(evidence)).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(listOpenReturns([told], mapping)).toEqual([]);
});
