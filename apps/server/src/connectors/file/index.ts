export { batchLimits, type FileBatch, type FilePlace, type FileRow, limits, rowField } from "./file-row.ts";
