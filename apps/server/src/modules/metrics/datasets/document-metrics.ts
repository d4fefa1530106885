import { type Coverage, closing, during, later, type Metric, sumFormula } from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";

const { flow, ratio } = describeMetrics("documents", "documents");
const decisions = describeMetrics("documents", "document_decisions");
const steps = describeMetrics("documents", "approval_steps");

const withoutSubmission = { label: "Without a submission time", measure: "document_decisions.approval_unknown" };
const undecided = { label: "Steps not decided yet", measure: "approval_steps.undecided" };

const approvalTimes: Coverage = {
  known: [during("document_decisions.approval_known")],
  all: [during("document_decisions.decided")],
  of: "decided documents",
  what: "Both times",
  needs: "the submission and the decision of each document",
};
const waitTimes: Coverage = {
  known: [during("approval_steps.wait_known")],
  all: [during("approval_steps.decided")],
  of: "decided steps",
  what: "Both times",
  needs: "when each step was entered and decided",
};

const amounts: Coverage = {
  known: [during("documents.valued")],
  all: [during("documents.in_currency")],
  of: "documents",
  what: "Values",
  needs: "the value of each document",
};
const expiries: Coverage = {
  known: [closing("documents.termed")],
  all: [closing("documents.documents")],
  of: "documents",
  what: "Expiries",
  needs: "the expiry of each document, or that it is perpetual",
};
const notices: Coverage = {
  known: [closing("documents.noticed")],
  all: [closing("documents.documents")],
  of: "documents",
  what: "Notice dates",
  needs: "the notice date of each document",
};
const withoutValue = { label: "Without a value", measure: "documents.unvalued" };

export const documentMetrics: Metric[] = [
  flow("document_count", "Documents", "documents", {
    unit: "count",
    good: null,
    rule: "Documents created in the period, whatever their status.",
    synonyms: ["documents", "docs", "document volume", "files"],
  }),
  flow("documents_on_file_count", "Documents on file", "documents_on_file.held", {
    type: "snapshot",
    unit: "count",
    good: null,
    rule:
      "Documents created up to the end of the period, by the status they had then: draft until submitted, in review until " +
      "decided, expired from the day after their last. Otherwise it is the status they have now, and unassigned where the " +
      "days do not tell it.",
    synonyms: [
      "documents on file",
      "documents in the archive",
      "documents we hold on file",
      "total documents held",
      "documents held",
    ],
    formula: sumFormula(closing("documents_on_file.held")),
  }),
  flow("pending_approval_count", "Pending approvals", "document_queue.pending", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Documents submitted but not decided by the end of the period.",
    synonyms: ["pending approvals", "pending approval", "waiting for approval", "awaiting approval", "to approve"],
    formula: sumFormula(closing("document_queue.pending")),
  }),
  flow("overdue_document_count", "Overdue documents", "document_queue.overdue", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Documents whose due day had passed without a decision by the end of the period, submitted or not.",
    synonyms: ["overdue documents", "overdue docs", "documents overdue"],
    formula: sumFormula(closing("document_queue.overdue")),
  }),
  decisions.flow("rejected_document_count", "Rejected documents", "rejected", {
    unit: "count",
    good: "down",
    rule: "Documents decided in the period whose decision was a rejection.",
    synonyms: ["rejected documents", "rejected", "rejections"],
  }),
  decisions.ratio("rejection_rate", "Rejection rate", "rejected", "decided", {
    unit: "percent",
    good: "down",
    rule: "Rejected documents ÷ documents decided in the period.",
    synonyms: ["rejection rate", "share rejected", "reject rate"],
  }),
  decisions.ratio("avg_approval_hours", "Average approval time", "approval_seconds", "approval_known", {
    type: "average",
    unit: "hours",
    good: "down",
    rule: "From submission until the decision, averaged over documents decided in the period, approved or rejected.",
    synonyms: ["approval time", "avg approval time", "average approval time", "time to approve"],
    exclusions: [withoutSubmission],
    coverage: approvalTimes,
  }),
  flow("expiring_document_count", "Expiring documents", "document_expiries.expiring", {
    unit: "count",
    good: null,
    rule: "Documents whose content stops being valid in the period. How long a document must be kept is another matter.",
    synonyms: ["expiring", "expire", "expiring documents", "about to expire"],
    coverage: expiries,
  }),
  flow("expired_document_count", "Expired documents", "document_terms.expired", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Documents whose last day of validity lay before the end of the period.",
    synonyms: ["expired documents", "expired contracts", "contracts expired", "expired"],
    formula: sumFormula(closing("document_terms.expired")),
    coverage: expiries,
  }),
  flow("later_expiring_document_count", "Expiring after 90 days", "document_expiries.expiring", {
    type: "snapshot",
    unit: "count",
    good: null,
    rule: "Documents created up to the end of the period that stop being valid 90 days after its last day or later.",
    synonyms: ["expiring after 90 days", "expiring beyond 90 days", "long running contracts"],
    formula: sumFormula(later("document_expiries.expiring", 90)),
    coverage: expiries,
  }),
  flow("perpetual_document_count", "Perpetual documents", "perpetual", {
    type: "snapshot",
    unit: "count",
    good: null,
    rule: "Documents created up to the end of the period that are meant never to expire.",
    synonyms: ["perpetual documents", "perpetual contracts", "perpetual", "indefinite", "without end"],
    formula: sumFormula(closing("documents.perpetual")),
    coverage: expiries,
  }),
  flow("unknown_expiry_document_count", "Expiry not known", "unknown_term", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Documents created up to the end of the period that have no expiry and are not said to be perpetual.",
    synonyms: ["expiry not known", "without an expiry", "no expiry date"],
    formula: sumFormula(closing("documents.unknown_term")),
  }),
  flow("notice_document_count", "Notice dates", "document_notices.due", {
    unit: "count",
    good: null,
    rule: "Documents whose last day to give notice lies in the period.",
    synonyms: ["notice dates", "notice due", "notice period", "notice"],
    coverage: notices,
  }),
  flow("notice_passed_document_count", "Notice date passed", "document_terms.notice_passed", {
    type: "snapshot",
    unit: "count",
    good: "down",
    rule: "Documents whose last day to give notice lay before the end of the period, and that had not expired by then.",
    synonyms: ["notice date passed", "notice passed", "missed notice"],
    formula: sumFormula(closing("document_terms.notice_passed")),
    coverage: notices,
  }),
  flow("document_amount", "Document value", "amount", {
    unit: "currency",
    good: null,
    rule: "Value of the documents created in the period whose value is known.",
    synonyms: ["document value", "contract value", "value of contracts", "document amount", "contract amount"],
    exclusions: [withoutValue],
    coverage: amounts,
  }),
  ratio("avg_document_amount", "Average document value", "amount", "valued", {
    type: "average",
    unit: "currency",
    good: null,
    rule: "Value of documents ÷ documents created in the period whose value is known.",
    synonyms: ["average document value", "average contract value"],
    exclusions: [withoutValue],
    coverage: amounts,
  }),
  flow("disposal_due_count", "Due for disposal", "document_retention.due", {
    unit: "count",
    good: null,
    rule: "Documents that need not be kept any longer from a day in the period on. Those on hold are not counted.",
    synonyms: ["due for disposal", "disposal", "retention", "retention ends"],
    exclusions: [{ label: "On hold", measure: "document_retention.held" }],
  }),
  ...decisions.percentiles("approval", {
    label: "approval time",
    measure: "approval_time",
    rule: "From submission until the decision",
    noun: "documents",
    unit: "hours",
    exclusions: [withoutSubmission],
    coverage: approvalTimes,
  }),
  decisions.ratio("avg_resubmissions", "Resubmissions per document", "resubmissions", "decided", {
    type: "average",
    unit: "number",
    good: "down",
    rule: "Resubmissions ÷ documents decided in the period.",
    synonyms: ["resubmissions per document", "average resubmissions", "resubmissions"],
  }),
  flow("storage_megabytes", "Storage used", "size", {
    type: "snapshot",
    unit: "megabytes",
    good: null,
    rule: "Size of all documents created up to the end of the period.",
    synonyms: ["storage used", "storage", "storage size"],
    formula: sumFormula(closing("documents.size")),
    coverage: {
      known: [closing("documents.sized")],
      all: [closing("documents.documents")],
      of: "documents",
      what: "Sizes",
      needs: "the size of each document",
    },
  }),
  steps.ratio("avg_step_wait_hours", "Average wait in a step", "wait_seconds", "wait_known", {
    type: "average",
    unit: "hours",
    good: "down",
    rule: "From entering an approval step until its decision, averaged over steps decided in the period.",
    synonyms: ["step wait", "average step wait", "time per step"],
    exclusions: [undecided],
    coverage: waitTimes,
  }),
  ...steps.percentiles("step_wait", {
    label: "wait in a step",
    measure: "wait_time",
    rule: "From entering an approval step until its decision",
    noun: "steps",
    unit: "hours",
    exclusions: [undecided],
    coverage: waitTimes,
  }),
];
