export { announce, withdrawAnnouncement } from "./announce.ts";
export { announcementsEntity } from "./announcements-entity.ts";
export { noticesJobs } from "./deliver-notice.ts";
export { collectNoticeKinds, defineNoticeKind } from "./notice-kind.ts";
export type { NoticePeople } from "./notice-people.ts";
export { type Notice, notify } from "./notify.ts";
export { announcementJobs } from "./publish-announcements.ts";
export { noticesRetentionRules } from "./retention.ts";
export { noticesRoutes } from "./routes.ts";
