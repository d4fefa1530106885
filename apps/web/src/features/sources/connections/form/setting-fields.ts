import type { ConnectionKind } from "@console/contracts";

/** One setting of a kind of connection, as the form asks for it. */
export type SettingField = {
  name: string;
  label: string;
  help: string;
  type: "text" | "number" | "switch" | "choice" | "query";
  /** What stands there in a new connection. */
  start: string;
  choices?: readonly { value: string; label: string }[];
  /** An empty text or spaces mean something here. */
  isTextAlways?: true;
  /** Shown only while another setting has one of these values. */
  only?: { name: string; values: readonly string[] };
};

const paged = ["page", "offset", "cursor"];

/** The settings of each kind; none of them is secret. */
export const settingFields: Record<ConnectionKind, readonly SettingField[]> = {
  file: [],
  tookan: [
    {
      name: "baseUrl",
      label: "Address of the API",
      type: "text",
      start: "https://api.tookanapp.com/v2",
      help: "Change it only for a white-label account.",
    },
    {
      name: "requestsPerSecond",
      label: "Calls per second",
      type: "number",
      start: "",
      help: "The provider states no limit. Leave empty for the default.",
    },
  ],
  rest: [
    {
      name: "url",
      label: "Address",
      type: "text",
      start: "",
      help: "Where the rows are, such as https://erp.example.com/api/sales.",
    },
    {
      name: "rows",
      label: "Where the rows are",
      type: "text",
      start: "",
      isTextAlways: true,
      help: "JSON pointer into the answer, such as /data/items. Empty where the answer is the list itself.",
    },
    {
      name: "paging",
      label: "Pages",
      type: "choice",
      start: "none",
      help: "How pages are requested.",
      choices: [
        { value: "none", label: "Single page" },
        { value: "page", label: "Page number" },
        { value: "offset", label: "Row offset" },
        { value: "cursor", label: "Cursor in the answer" },
        { value: "link", label: "Link header" },
      ],
    },
    {
      name: "pageParameter",
      label: "Page parameter",
      type: "text",
      start: "page",
      help: "Its name in the address: the page, the offset or the cursor.",
      only: { name: "paging", values: paged },
    },
    {
      name: "sizeParameter",
      label: "Size parameter",
      type: "text",
      start: "limit",
      help: "Its name in the address: how many rows a page has.",
      only: { name: "paging", values: paged },
    },
    {
      name: "pageSize",
      label: "Rows per page",
      type: "number",
      start: "500",
      help: "From 1 to 5,000.",
      only: { name: "paging", values: paged },
    },
    {
      name: "next",
      label: "Where the next cursor is",
      type: "text",
      start: "/next",
      help: "JSON pointer into the answer.",
      only: { name: "paging", values: ["cursor"] },
    },
    {
      name: "fromParameter",
      label: "First-day parameter",
      type: "text",
      start: "",
      help: "Its name in the address, which then takes a day such as 2026-11-15. Leave empty if the list cannot be read by day.",
    },
    {
      name: "toParameter",
      label: "Last-day parameter",
      type: "text",
      start: "",
      help: "With both, single days can be synced again.",
    },
    {
      name: "isWhole",
      label: "Full snapshot",
      type: "switch",
      start: "false",
      help: "The list always has all rows: rows missing from it are removed here. If many are missing at once, nothing is removed and you are asked.",
    },
    {
      name: "header",
      label: "Secret header",
      type: "text",
      start: "authorization",
      help: "Such as authorization or x-api-key.",
    },
    {
      name: "prefix",
      label: "Token prefix",
      type: "text",
      start: "Bearer ",
      isTextAlways: true,
      help: "Text in that header that precedes the token, including the space. Leave empty for none.",
    },
  ],
  sql: [
    { name: "host", label: "Server", type: "text", start: "", help: "Host name or address of the PostgreSQL server." },
    { name: "port", label: "Port", type: "number", start: "5432", help: "Usually 5432." },
    { name: "database", label: "Database", type: "text", start: "", help: "Its name." },
    {
      name: "user",
      label: "User",
      type: "text",
      start: "",
      help: "Use a role that can only read: one that may connect and select from what the query names, and nothing else.",
    },
    {
      name: "tls",
      label: "Encrypted (TLS)",
      type: "switch",
      start: "true",
      help: "Turn it off only inside a closed network.",
    },
    {
      name: "query",
      label: "Query",
      type: "query",
      start: "",
      help: "One SELECT, without functions that reach files, programs or settings. It runs read-only. The cursor column finds new rows.",
    },
    {
      name: "cursorColumn",
      label: "Cursor column",
      type: "text",
      start: "",
      help: "A column of the query that only grows, such as an id or the time of the last change.",
    },
  ],
};

/** The settings that are asked for now: some matter only beside a certain choice. */
export function shownSettings(kind: ConnectionKind, settings: Readonly<Record<string, string>>): SettingField[] {
  return settingFields[kind].filter(({ only }) => !only || only.values.includes(settings[only.name] ?? ""));
}
