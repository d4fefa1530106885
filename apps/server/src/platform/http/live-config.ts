import type { PublicConfig } from "@console/contracts";

/** Pictures of the installation, by their names in addresses. */
export type BrandPicture = "logo" | "logo-dark" | "favicon";

/** What the product tells everyone about itself. It may change while the product runs, except for what stands here itself. */
export type LiveConfig = {
  publicUrl: string;
  version: string;
  /** The settings in force, or the last ones while the database is away. */
  read(): Promise<PublicConfig>;
  /** A picture as a data address; null when there is none. */
  picture(name: BrandPicture): Promise<string | null>;
};
