/** Where the files stand that the drawing of PDFs asks for by name. */
declare const __PDF_FILES__: string;

declare module "virtual:endpoints" {
  import type { Route, Routes } from "@console/contracts";

  /** What the browser needs to call each endpoint; the schemas stay on the server. */
  export const endpoints: Record<
    keyof Routes,
    Pick<Route, "method" | "path" | "topics"> & {
      /** Which permission is needed is the server's to say; what needs none says so. */
      permission: "public" | "";
      isOpenToPlatform: boolean;
    }
  >;
}
