import { z } from "zod";
import { entityField, historyEntry } from "./entities.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

const setting = z.object({
  /** `group.name`. */
  name: z.string(),
  field: entityField,
  /** What is in force; of a secret only whether there is one. */
  value,
  initial: value,
  /** The smallest number, and what it counts. */
  min: z.number().nullable(),
  unit: z.string().nullable(),
  isColour: z.boolean(),
  /** The word to be typed before it is given a value. */
  confirm: z.string().nullable(),
  isSecret: z.boolean(),
  /** Someone has chosen it. */
  isChosen: z.boolean(),
  /** The variable of the environment that fixes it. */
  fixedBy: z.string().nullable(),
  canChange: z.boolean(),
  /** Why the caller cannot change it, in words. */
  refusal: z.string().nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
});
export type Setting = z.output<typeof setting>;

const settingGroup = z.object({ name: z.string(), label: z.string(), help: z.string(), settings: z.array(setting) });
export type SettingGroup = z.output<typeof settingGroup>;

const topics = ["settings"] as const;
const managed = { permission: "settings.manage", topics } as const;

export const listSettings = route({
  method: "GET",
  path: "/api/admin/settings",
  ...managed,
  summary: "Every setting with its value, where it comes from and who changed it last.",
  input: z.strictObject({}),
  output: z.object({ groups: z.array(settingGroup) }),
});

export const changeSettings = route({
  method: "PATCH",
  path: "/api/admin/settings",
  ...managed,
  topics: ["settings", "config"],
  summary: "Changes settings, all or none; null goes back to the default. `seen` holds when each was last changed.",
  input: z.strictObject({
    changes: z.record(z.string().max(120), value),
    seen: z.record(z.string().max(120), instant.nullable()).optional(),
  }),
  output: z.object({ groups: z.array(settingGroup) }),
});

export const listSettingHistory = route({
  method: "GET",
  path: "/api/admin/settings/{name}/history",
  ...managed,
  summary: "How a setting was changed, newest first.",
  input: z.strictObject({
    name: z.string().max(120),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: z.object({ items: z.array(historyEntry), next: z.string().nullable() }),
});

export const exportSettings = route({
  method: "GET",
  path: "/api/admin/settings/file",
  ...managed,
  summary: "All settings that someone has chosen, without secrets, to be taken to another installation.",
  input: z.strictObject({}),
  output: z.object({ product: z.string(), exportedAt: instant, settings: z.record(z.string(), value) }),
});

export const importSettings = route({
  method: "POST",
  path: "/api/admin/settings/file",
  ...managed,
  topics: ["settings", "config"],
  summary: "Takes over settings of another installation; a trial says what would change and writes nothing.",
  input: z.strictObject({ settings: z.record(z.string().max(120), value), isTrial: z.boolean().default(true) }),
  output: z.object({
    changes: z.array(z.object({ name: z.string(), label: z.string(), before: value, after: value })),
    refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    isWritten: z.boolean(),
  }),
});

export const sendTestMail = route({
  method: "POST",
  path: "/api/admin/settings/test-mail",
  ...managed,
  summary: "Sends an email to the caller with the settings in force, and says what the mail server answered.",
  input: z.strictObject({}),
  output: z.object({ isSent: z.boolean(), message: z.string() }),
  limit: { calls: 10, perSeconds: 60 },
});
