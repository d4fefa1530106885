import { type Coverage, closing, during, type Metric, sumFormula } from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";

const { flow } = describeMetrics("ledger", "postings");

const dueDays = (dataset: "receivables" | "payables"): Coverage => ({
  known: [closing(`${dataset}.postings_with_due_day`)],
  needs: "the due day of each posting",
});

const income = during("postings.income_postings");
const expenses = during("postings.expense_postings");
const incomePostings: Coverage = { known: [income], isOverall: true, needs: "postings to income accounts" };
const expensePostings: Coverage = { known: [expenses], isOverall: true, needs: "postings to expense accounts" };
const profitPostings: Coverage = {
  known: [income, expenses],
  isOverall: true,
  needs: "postings to income and to expense accounts",
};

export const ledgerMetrics: Metric[] = [
  flow("net_profit", "Net profit", "profit", {
    unit: "currency",
    good: "up",
    rule: "Income less expenses posted in the period.",
    synonyms: ["net profit", "profit", "bottom line"],
    coverage: profitPostings,
  }),
  flow("expense_amount", "Expenses", "expense", {
    unit: "currency",
    good: "down",
    rule: "Debits less credits posted to expense accounts in the period.",
    synonyms: ["expenses", "spend", "costs booked"],
    coverage: expensePostings,
  }),
  flow("posting_count", "Ledger postings", "postings", {
    unit: "count",
    good: null,
    rule: "Lines posted in the period, to any account.",
    synonyms: ["ledger postings", "postings", "ledger lines", "payment lines"],
  }),
  flow("receivable_balance", "Receivables", "receivables.balance", {
    party: "customer",
    type: "snapshot",
    unit: "currency",
    good: null,
    rule: "What customers owed at the end of the period, due or not.",
    synonyms: ["receivables", "ar", "accounts receivable"],
    formula: sumFormula(closing("receivables.balance")),
    coverage: { known: [closing("receivables.postings")], needs: "postings to receivable accounts" },
  }),
  flow("overdue_receivable", "Overdue receivables", "receivables.overdue", {
    party: "customer",
    type: "snapshot",
    unit: "currency",
    good: "down",
    rule: "What customers owed at the end of the period and should have paid before. Without a due day nothing is overdue.",
    synonyms: ["overdue receivables", "customers overdue", "overdue from customers"],
    formula: sumFormula(closing("receivables.overdue")),
    coverage: dueDays("receivables"),
  }),
  flow("payable_balance", "Payables", "payables.balance", {
    party: "supplier",
    type: "snapshot",
    unit: "currency",
    good: null,
    rule: "What was owed to suppliers at the end of the period, due or not.",
    synonyms: ["payables", "ap", "accounts payable", "owe", "owed to suppliers"],
    formula: sumFormula(closing("payables.balance")),
    coverage: { known: [closing("payables.postings")], needs: "postings to payable accounts" },
  }),
  flow("cash_balance", "Cash balance", "cash", {
    type: "snapshot",
    unit: "currency",
    good: "up",
    rule: "Balance of the cash and bank accounts at the end of the period.",
    synonyms: ["cash balance", "cash position", "money in the bank"],
    formula: sumFormula(closing("postings.cash")),
    coverage: { known: [closing("postings.cash_postings")], needs: "postings to cash accounts" },
  }),
  flow("income_amount", "Income", "income", {
    unit: "currency",
    good: "up",
    rule: "Credits less debits posted to income accounts in the period.",
    synonyms: ["income", "income booked"],
    coverage: incomePostings,
  }),
  flow("overdue_payable", "Overdue payables", "payables.overdue", {
    party: "supplier",
    type: "snapshot",
    unit: "currency",
    good: "down",
    rule: "What was owed to suppliers at the end of the period and should have been paid before.",
    synonyms: ["overdue payables", "overdue to suppliers"],
    formula: sumFormula(closing("payables.overdue")),
    coverage: dueDays("payables"),
  }),
];
