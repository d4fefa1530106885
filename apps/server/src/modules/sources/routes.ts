import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { type Endpoint, handle, handleDirectly, handleFile, handleUpload } from "../../platform/http/endpoint.ts";
import { listCheckExamples } from "./checks/list-check-examples.ts";
import { listSourceChecks } from "./checks/list-checks.ts";
import { listWarehouseStates } from "./checks/list-warehouses.ts";
import { muteSourceCheck, setCheckOwner, unmuteSourceCheck } from "./checks/manage-checks.ts";
import { runSourceChecks } from "./checks/run-checks.ts";
import { previewComputed } from "./computed/preview-computed.ts";
import { downloadRejects } from "./connections/download-rejects.ts";
import { cancelRun, getRun, listRuns, startRun } from "./connections/follow-runs.ts";
import { getOwnConnection } from "./connections/get-own-connection.ts";
import { listConnections, listOwnConnections } from "./connections/list-connections.ts";
import { listReconciliations } from "./connections/list-reconciliations.ts";
import { listRejects } from "./connections/list-rejects.ts";
import { listSourceChanges } from "./connections/list-source-changes.ts";
import {
  createConnection,
  getConnection,
  removeConnection,
  updateConnection,
} from "./connections/manage-connections.ts";
import { replayRejects } from "./connections/replay-rejects.ts";
import { testConnection } from "./connections/test-connection.ts";
import { previewUndo, undoRun } from "./connections/undo-run.ts";
import { listDocumentTypes, listSourceDocuments } from "./documents/list-documents.ts";
import { changeReading } from "./imports/change-reading.ts";
import { listFileConnections } from "./imports/file-connection.ts";
import { cancelImport, getImport, previewImportUndo, startImport, undoImport } from "./imports/follow-imports.ts";
import { importFile } from "./imports/import-file.ts";
import { decideImportNames, listImportNames } from "./imports/import-names.ts";
import { downloadImportNotes, listImportNotes } from "./imports/import-notes.ts";
import { downloadImportRejects, listImportRejects } from "./imports/import-rejects.ts";
import { listImports } from "./imports/list-imports.ts";
import { previewImport } from "./imports/preview-import.ts";
import { uploadRoom } from "./imports/upload-room.ts";
import { judgeMapping, type ReportsShowing } from "./mapping/judge-mapping.ts";
import { listUnmapped } from "./mapping/list-unmapped.ts";
import { sampleSource } from "./mapping/sample-source.ts";
import type { Sources } from "./sources.ts";

/** Connections with their runs, mappings, imports and checks. */
export function sourcesRoutes(sources: Sources, database: Database, reportsShowing: ReportsShowing): Endpoint[] {
  const { fileReading, accounts } = sources;
  return [
    handle(routes.listConnections, listConnections),
    handle(routes.listOwnConnections, listOwnConnections),
    handle(routes.getOwnConnection, getOwnConnection),
    handle(routes.createConnection, createConnection),
    handle(routes.getConnection, getConnection),
    handle(routes.updateConnection, updateConnection),
    handle(routes.removeConnection, removeConnection),
    handleDirectly(routes.testConnection, (context, input, { signal }) =>
      testConnection(context, input, { sources, database, signal }),
    ),
    handleDirectly(routes.sampleSource, (context, input, { signal }) =>
      sampleSource(context, input, { sources, database, signal }),
    ),
    handle(
      routes.judgeMapping,
      (context, input) => judgeMapping(context, input, { reportsShowing, accounts }),
      "snapshot",
    ),
    handle(routes.previewComputed, previewComputed),
    handle(routes.startRun, startRun),
    handle(routes.listRuns, listRuns),
    handle(routes.getRun, getRun),
    handle(routes.cancelRun, cancelRun),
    handle(routes.previewUndo, previewUndo),
    handle(routes.undoRun, undoRun),
    handle(routes.listRejects, listRejects),
    handleFile(routes.downloadRejects, downloadRejects),
    handle(routes.replayRejects, replayRejects),
    handle(routes.listUnmapped, listUnmapped),
    handle(routes.listSourceChanges, listSourceChanges),
    handle(routes.listReconciliations, listReconciliations),
    handle(routes.listSourceChecks, listSourceChecks),
    handle(routes.runSourceChecks, runSourceChecks),
    handle(routes.listCheckExamples, listCheckExamples),
    handle(routes.muteSourceCheck, muteSourceCheck),
    handle(routes.unmuteSourceCheck, unmuteSourceCheck),
    handle(routes.setCheckOwner, setCheckOwner),
    handle(routes.listWarehouseStates, listWarehouseStates),
    handle(routes.listSourceDocuments, listSourceDocuments),
    handle(routes.listDocumentTypes, listDocumentTypes),
    handleUpload(
      routes.importFile,
      (context, input, file, { signal }) => importFile(context, input, file, { database, fileReading, signal }),
      uploadRoom(database),
    ),
    handle(routes.listFileConnections, listFileConnections),
    handleDirectly(routes.previewImport, (context, input, { signal }) =>
      previewImport(context, input, { database, fileReading, signal }),
    ),
    handleDirectly(routes.changeReading, (context, input, { signal }) =>
      changeReading(context, input, { database, fileReading, signal }),
    ),
    handleDirectly(routes.startImport, (context, input, { signal }) =>
      startImport(context, input, { database, fileReading, signal }),
    ),
    handle(routes.listImports, listImports),
    handle(routes.getImport, getImport),
    handle(routes.cancelImport, cancelImport),
    handle(routes.listImportRejects, listImportRejects),
    handleFile(routes.downloadImportRejects, downloadImportRejects),
    handle(routes.listImportNames, listImportNames),
    handle(routes.decideImportNames, decideImportNames),
    handle(routes.listImportNotes, listImportNotes),
    handleFile(routes.downloadImportNotes, downloadImportNotes),
    handle(routes.previewImportUndo, previewImportUndo),
    handle(routes.undoImport, undoImport),
  ];
}
