export {
  batchLimits,
  type FileBatch,
  type FilePlace,
  type FileRow,
  limits,
  placeIn,
  type ReadingChoice,
  rowField,
} from "./file-row.ts";
