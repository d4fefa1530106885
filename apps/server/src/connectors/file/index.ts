export { batchLimits, type FileBatch, type FilePlace, type FileRow, limits, placeIn, rowField } from "./file-row.ts";
