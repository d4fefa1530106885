/** What the dashboard of those who run the platform shows. */
export const platformFigureNames = [
  "active_tenants",
  "active_people",
  "active_people_7",
  "active_people_30",
  "sign_ins",
  "report_views",
  "exports",
  "questions",
  "source_rows",
  "failed_runs",
  "open_incidents",
  "errors",
  "answer_time",
] as const;
export type PlatformFigureName = (typeof platformFigureNames)[number];
