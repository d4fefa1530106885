import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

/** What becomes of a notice. All but `off` show it behind the bell. */
export const noticeChoices = ["bell", "email", "digest", "off"] as const;
export type NoticeChoice = (typeof noticeChoices)[number];

const kindName = z.string().regex(/^[a-z-]+\.[a-z-]+$/, "Use the name of a kind.");

const notice = z.object({
  id: z.string(),
  kind: z.string(),
  /** What notices of this kind are called. */
  label: z.string(),
  subject: z.string(),
  text: z.string().nullable(),
  /** The page that it leads to. */
  link: z.string().nullable(),
  /** How often its cause has come while it was unread. */
  times: z.number().int(),
  at: instant,
  isRead: z.boolean(),
});
export type NoticeItem = z.infer<typeof notice>;

export const listNotices = route({
  method: "GET",
  path: "/api/notices",
  permission: "account.own",
  summary: "What one was told, newest first, and how much of it is unread.",
  input: z.strictObject({ ...pageInput, kind: kindName.optional(), isUnread: z.stringbool().optional() }),
  output: pageSchema(notice).extend({ unread: z.number().int() }),
  topics: ["notices"],
});

export const readNotices = route({
  method: "POST",
  path: "/api/notices/read",
  leavesNoNote: true,
  permission: "account.own",
  summary: "Marks notices as read, or as unread again, on all devices. Without ids it means all of them.",
  input: z.strictObject({ ids: z.array(z.string().max(60)).min(1).max(100).optional(), isRead: z.boolean() }),
  output: z.object({ unread: z.number().int() }),
  topics: ["notices"],
});

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 22:00.");

const quietHours = z
  .strictObject({ start: clockTime, end: clockTime })
  .refine(({ start, end }) => start !== end, { path: ["end"], error: "Choose an end that differs from the start." });
export type QuietHours = z.infer<typeof quietHours>;

const preferences = z.object({
  kinds: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      group: z.string(),
      choice: z.enum(noticeChoices),
      mayBeSwitchedOff: z.boolean(),
    }),
  ),
  quietHours: quietHours.nullable(),
  /** The zone of the quiet hours and of the daily summary. */
  timeZone: z.string(),
});
export type NoticePreferences = z.infer<typeof preferences>;

export const getNoticePreferences = route({
  method: "GET",
  path: "/api/notices/preferences",
  permission: "account.own",
  summary: "How one wants to be told, for each kind of notice.",
  input: z.strictObject({}),
  output: preferences,
  topics: ["notices"],
});

export const setNoticePreferences = route({
  method: "PUT",
  path: "/api/notices/preferences",
  permission: "account.own",
  summary: "Changes how one wants to be told. Kinds that are left out stay as they are.",
  input: z.strictObject({
    choices: z.record(kindName, z.enum(noticeChoices)).default({}),
    quietHours: quietHours.nullable(),
  }),
  output: preferences,
  topics: ["notices"],
});

export const announcementLevels = ["info", "warning", "critical"] as const;

export const listAnnouncements = route({
  method: "GET",
  path: "/api/notices/announcements",
  permission: "account.own",
  summary: "What is announced to the caller now, without what they have dismissed.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.string().nullable(),
        level: z.enum(announcementLevels),
        isDismissible: z.boolean(),
        isSeen: z.boolean(),
      }),
    ),
  }),
  topics: ["notices"],
});

export const seeAnnouncement = route({
  method: "POST",
  path: "/api/notices/announcements/{id}",
  leavesNoNote: true,
  permission: "account.own",
  summary: "Notes that one has seen an announcement, or dismisses it on all devices.",
  input: z.strictObject({ id: z.string().max(60), isDismissed: z.boolean() }),
  output: z.object({}),
  topics: ["notices"],
});
