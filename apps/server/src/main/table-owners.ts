import type { DB } from "../platform/db/schema.gen.ts";

/** A folder of the server whose files alone may name a table in SQL. */
type Owner = `modules/${string}` | `platform/${string}`;

/**
 * Which folder owns each table. What others need of it comes through the door of its owner.
 * The rule `ask-the-module-that-owns-the-table` of `tooling/source-rules` reads this list.
 */
export const tableOwners: Readonly<Record<keyof DB, Owner>> = {
  document_parts: "modules/assistant",
  document_versions: "modules/assistant",
  passage_spellings: "modules/assistant",
  passage_words: "modules/assistant",
  passages: "modules/assistant",
  evaluation_cases: "modules/assistant",
  evaluation_results: "modules/assistant",
  evaluation_runs: "modules/assistant",
  evaluation_sets: "modules/assistant",
  question_coverage: "modules/assistant",
  training_answers: "modules/assistant",
  training_documents: "modules/assistant",
  training_examples: "modules/assistant",
  training_sites: "modules/assistant",
  training_use: "modules/assistant",
  training_versions: "modules/assistant",
  training_words: "modules/assistant",

  assistant_file_parts: "modules/chat",
  assistant_file_passages: "modules/chat",
  assistant_files: "modules/chat",
  assistant_notes: "modules/chat",
  assistant_own_prompts: "modules/chat",
  assistant_pins: "modules/chat",
  assistant_profiles: "modules/chat",
  assistant_prompts: "modules/chat",
  conversation_openings: "modules/chat",
  conversation_shares: "modules/chat",
  conversations: "modules/chat",
  message_files: "modules/chat",
  message_pieces: "modules/chat",
  message_queue: "modules/chat",
  messages: "modules/chat",

  provider_agents: "modules/delivery",
  provider_clients: "modules/delivery",
  provider_duty: "modules/delivery",
  provider_tasks: "modules/delivery",
  source_hints: "modules/delivery",

  invitation_counts: "modules/directory",
  signup_requests: "modules/directory",
  tenants: "modules/directory",
  user_choices: "modules/directory",
  users: "modules/directory",

  embed_clients: "modules/embed",
  embed_keys: "modules/embed",
  embed_links: "modules/embed",
  embed_use: "modules/embed",
  embed_visitors: "modules/embed",

  exports: "modules/exports",

  assistant_asks: "modules/limits",
  assistant_counts: "modules/limits",
  assistant_limits: "modules/limits",
  assistant_usage: "modules/limits",

  model_trial_results: "modules/trials",
  model_trials: "modules/trials",

  webhook_deliveries: "modules/webhooks",
  webhooks: "modules/webhooks",

  account_providers: "modules/identity",
  account_sessions: "modules/identity",
  accounts: "modules/identity",
  one_time_codes: "modules/identity",
  service_accounts: "modules/identity",
  sign_in_origins: "modules/identity",
  service_keys: "modules/identity",
  sign_in_attempts: "modules/identity",
  signing_keys: "modules/identity",

  feedback: "modules/feedback",
  feedback_screenshots: "modules/feedback",

  attention_marks: "modules/operations",
  incident_checks: "modules/operations",
  incident_notes: "modules/operations",
  incident_tenants: "modules/operations",
  incidents: "modules/operations",
  usage_beginning: "modules/operations",
  usage_counts: "modules/operations",
  usage_people: "modules/operations",
  maintenance_windows: "modules/operations",
  ledger_accounts: "modules/ledger",
  ledger_day_sums: "modules/ledger",
  ledger_entries: "modules/ledger",
  ledger_heads: "modules/ledger",
  ledger_lines: "modules/ledger",
  ledger_periods: "modules/ledger",
  ledger_settings: "modules/ledger",

  log_searches: "modules/logs",

  approval_steps: "modules/metrics",
  branches: "modules/metrics",
  delivery_tasks: "modules/metrics",
  documents: "modules/metrics",
  fact_states: "modules/metrics",
  fact_history: "modules/metrics",
  fact_holds: "modules/metrics",
  kept_rollups: "modules/metrics",
  ledger_postings: "modules/metrics",
  member_details: "modules/metrics",
  member_groups: "modules/metrics",
  member_words: "modules/metrics",
  members: "modules/metrics",
  order_lines: "modules/metrics",
  own_fields: "modules/metrics",
  platform_volumes: "modules/metrics",
  rollup_cells: "modules/metrics",
  rollup_marks: "modules/metrics",
  rollup_shapes: "modules/metrics",
  sale_lines: "modules/metrics",
  sales_targets: "modules/metrics",
  stock_counts: "modules/metrics",
  stock_items: "modules/metrics",
  stock_movements: "modules/metrics",
  stock_recounts: "modules/metrics",
  tenant_volumes: "modules/metrics",

  custom_models: "modules/models",
  model_policies: "modules/models",
  model_preloads: "modules/models",
  model_providers: "modules/models",
  model_pulls: "modules/models",

  announcement_reads: "modules/notices",
  announcements: "modules/notices",
  notice_preferences: "modules/notices",
  notices: "modules/notices",

  annotations: "modules/reports",
  report_requests: "modules/reports",
  saved_views: "modules/reports",

  source_changes: "modules/sources",
  source_checks: "modules/sources",
  source_connections: "modules/sources",
  source_listed: "modules/sources",
  source_reconciliations: "modules/sources",
  source_rejects: "modules/sources",
  source_runs: "modules/sources",
  source_states: "modules/sources",
  source_values: "modules/sources",

  audit_entries: "platform/audit",
  audit_heads: "platform/audit",

  backups: "platform/backup",

  data_keys: "platform/crypto",

  schema_migrations: "platform/db",

  events: "platform/events",

  job_schedules: "platform/jobs",
  log_counts: "platform/logs",
  log_groups: "platform/logs",
  log_lines: "platform/logs",

  mail_outbox: "platform/mail",

  progress: "platform/progress",

  health_checks: "platform/health",
  health_samples: "platform/health",
  health_spans: "platform/health",
  settings: "platform/settings",
};
