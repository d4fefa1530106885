export { exportFilePath, writeExportFile } from "./export-files.ts";
export { exportNoticeKinds } from "./export-notices.ts";
export { exportsJobs } from "./jobs.ts";
export { linkForMail, promiseExport } from "./manage-exports.ts";
export { removeExportFiles } from "./remove-export-files.ts";
export { exportsRoutes } from "./routes.ts";
export { giveUpExport, type NoteRows, runExport } from "./run-export.ts";
