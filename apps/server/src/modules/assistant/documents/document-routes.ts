import { routes } from "@console/contracts";
import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import type { Database } from "../../../platform/db/database.ts";
import { type Endpoint, handle, handleFile, handleUpload } from "../../../platform/http/endpoint.ts";
import {
  changePassage,
  downloadDocument,
  listPassages,
  readDocument,
  restoreDocumentVersion,
} from "./look-after-passages.ts";
import { testRetrieval } from "./test-retrieval.ts";
import { documentMeter, uploadDocuments } from "./upload-documents.ts";

/** The endpoints of documents that questions are answered from. */
export function documentRoutes({
  database,
  fileReading,
}: {
  database: Database;
  fileReading: Pick<FileReading, "pool">;
}): Endpoint[] {
  return [
    handleUpload(
      routes.uploadDocuments,
      (context, input, files, { signal }) => uploadDocuments(context, input, files, { database, fileReading, signal }),
      documentMeter,
    ),
    handle(routes.listPassages, listPassages),
    handle(routes.changePassage, changePassage),
    handle(routes.restoreDocumentVersion, restoreDocumentVersion),
    handleFile(routes.downloadDocument, downloadDocument),
    handle(routes.testRetrieval, testRetrieval, "snapshot"),
    handle(routes.readDocument, readDocument),
  ];
}
