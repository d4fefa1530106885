export { announcementsEntity } from "./announcements-entity.ts";
export { noticesJobs } from "./deliver-notice.ts";
export { collectNoticeKinds, defineNoticeKind } from "./notice-kind.ts";
export type { NoticePeople } from "./notice-people.ts";
export { type Notice, notify } from "./notify.ts";
export { noticesRetentionRules } from "./retention.ts";
export { noticesRoutes } from "./routes.ts";
