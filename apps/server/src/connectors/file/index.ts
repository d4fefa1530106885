export { type FilePlace, type FileRow, rowField } from "./file-row.ts";
export { openFile } from "./open-file.ts";
