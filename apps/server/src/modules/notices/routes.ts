import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { listAnnouncements, seeAnnouncement } from "./announcement-store.ts";
import type { NoticeParts } from "./deliver-notice.ts";
import { listNotices, readNotices } from "./list-notices.ts";
import { getPreferences, setPreferences } from "./preferences.ts";

/** What people were told, how they want to be told, and what is announced to them. */
export function noticesRoutes(parts: NoticeParts) {
  return [
    handle(routes.listNotices, (context, input) => listNotices(context, input, parts.kinds)),
    handle(routes.readNotices, readNotices),
    handle(routes.getNoticePreferences, (context) => getPreferences(context, parts)),
    handle(routes.setNoticePreferences, (context, input) => setPreferences(context, input, parts)),
    handle(routes.listAnnouncements, listAnnouncements),
    handle(routes.seeAnnouncement, seeAnnouncement),
  ];
}
