import type { Report } from "../report.ts";

export const docmanReport: Report = {
  id: "docman-report",
  title: "Document report",
  question: "What waits for whom, how long does approval take, and what runs out soon?",
  hasOwnPage: true,
  domains: ["documents"],
  filters: ["document_type", "document_status", "department", "owner", "approver", "branch", "supplier"],
  rows: [
    ...["document_count", "pending_approval_count", "overdue_document_count"],
    ...["expiring_document_count", "disposal_due_count", "rejected_document_count"],
  ],
  sections: [
    {
      panels: [
        {
          ...{ id: "headline", kind: "kpis", title: "Documents at a glance" },
          metrics: [
            ...["document_count", "pending_approval_count", "overdue_document_count", "rejection_rate"],
            ...["p50_approval_hours", "p90_approval_hours", "avg_resubmissions", "storage_megabytes"],
          ],
        },
        {
          ...{ id: "growth", kind: "trend", as: "stacked", width: 8, title: "What comes in?" },
          ...{ metrics: ["document_count"], by: "document_type" },
        },
        {
          ...{ id: "states", kind: "pareto", width: 4, title: "How far are they?" },
          ...{ metric: "document_count", by: "document_status" },
        },
      ],
    },
    {
      title: "Approval",
      panels: [
        {
          ...{ id: "queue", kind: "trend", as: "line", width: 6, title: "Does the queue grow?" },
          metrics: ["pending_approval_count", "overdue_document_count"],
        },
        {
          ...{ id: "approval-spread", kind: "distribution", width: 6, title: "How long does approval take?" },
          ...{ metric: "p50_approval_hours", marks: ["p50_approval_hours", "p90_approval_hours"] },
        },
        {
          ...{ id: "steps", kind: "ranking", width: 6, title: "At which step do documents wait?", by: "approval_step" },
          metrics: ["p90_step_wait_hours", "p50_step_wait_hours", "avg_step_wait_hours"],
        },
        {
          ...{ id: "approvers", kind: "ranking", width: 6, title: "Whose queue is long?", by: "approver" },
          metrics: ["pending_approval_count", "overdue_document_count", "p90_approval_hours", "rejection_rate"],
        },
        {
          ...{ id: "departments", kind: "ranking", width: 12, title: "How do the departments work?", by: "department" },
          metrics: [
            ...["document_count", "pending_approval_count", "overdue_document_count"],
            ...["p50_approval_hours", "rejection_rate", "avg_resubmissions"],
          ],
        },
      ],
    },
    {
      title: "Expiry and retention",
      panels: [
        {
          ...{ id: "expiring-30", kind: "kpis", title: "Running out within 30 days", ahead: 30 },
          metrics: ["expiring_document_count"],
          width: 4,
        },
        {
          ...{ id: "expiring-60", kind: "kpis", title: "Running out within 60 days", ahead: 60 },
          metrics: ["expiring_document_count"],
          width: 4,
        },
        {
          ...{ id: "expiring-90", kind: "kpis", title: "Running out within 90 days", ahead: 90 },
          metrics: ["expiring_document_count"],
          width: 4,
        },
        {
          ...{ id: "expiry-types", kind: "pareto", width: 6, title: "What runs out in the next 90 days?", ahead: 90 },
          note: "The day that the content ends, apart from how long the document must be kept.",
          ...{ metric: "expiring_document_count", by: "document_type" },
        },
        {
          ...{ id: "disposal", kind: "pareto", width: 6, title: "What may be thrown away within a year?", ahead: 365 },
          note: "The day that keeping ends. Documents on hold are left out.",
          ...{ metric: "disposal_due_count", by: "document_type" },
        },
        {
          ...{ id: "expiry-owners", kind: "ranking", width: 6, title: "Who has to renew?", by: "owner", ahead: 90 },
          metrics: ["expiring_document_count"],
        },
      ],
    },
  ],
};
