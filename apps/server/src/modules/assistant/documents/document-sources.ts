import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";

/** What documents are read with: the processes of the product, and its door to the outside. */
export type DocumentSources = { fileReading: Pick<FileReading, "pool">; outbound: Outbound };
