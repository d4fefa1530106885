import { createHash } from "node:crypto";
import type { PublicConfig } from "@console/contracts";
import { rename } from "../../platform/config.ts";
import { type Context, type Platform, platformTenant, systemWork } from "../../platform/context.ts";
import type { EventHub } from "../../platform/events/event-hub.ts";
import type { BrandPicture, LiveConfig } from "../../platform/http/live-config.ts";
import { senderAddress } from "../../platform/mail/mail-settings.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { staleIfError } from "../../platform/settings/stale-if-error.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { requestSettings } from "../directory/index.ts";
import { analyticsSettings } from "./analytics-settings.ts";
import { brandingSettings } from "./branding-settings.ts";
import { maintenanceAt, maintenanceSettings } from "./maintenance-settings.ts";
import { mapSettings, toMapTiles } from "./map-settings.ts";

type ConfigState = {
  publicConfig: Omit<PublicConfig, "maintenance">;
  pictures: Readonly<Record<BrandPicture, string | null>>;
  maintenance: Parameters<typeof maintenanceAt>[0] | null;
};

/** What everyone may know of the installation, as the settings say it now. */
export function followConfig(
  platform: Platform,
  { publicUrl, version }: { publicUrl: string; version: string },
  log: Logger,
) {
  const { config, clock } = platform;
  const inTenant = systemWork(platform, "config", log);
  const fixed = {
    productSlug: config.productSlug,
    publicUrl,
    version,
    isDemo: config.isDemo,
    apiKey: "console",
    hasGoogle: config.google !== null,
  };
  const first: ConfigState = {
    publicConfig: {
      ...fixed,
      productName: config.productName,
      tagManagerId: config.tagManagerId,
      mapTiles: null,
      takesRequests: true,
      logo: null,
      logoDark: null,
      favicon: null,
      accent: null,
      accentDark: null,
      contactMail: config.mailFrom,
    },
    pictures: { logo: null, "logo-dark": null, favicon: null },
    maintenance: null,
  };
  const cached = staleIfError({
    tenantId: platformTenant,
    read: (tenantId) =>
      inTenant(tenantId, async (context) => {
        const next = await readAll(context, fixed);
        rename(config, next.publicConfig.productName);
        return next;
      }),
    first,
    log,
  });
  const live: LiveConfig = {
    publicUrl,
    version,
    async read() {
      const { publicConfig, maintenance } = await cached.current();
      return { ...publicConfig, maintenance: maintenance && maintenanceAt(maintenance, clock()) };
    },
    picture: async (name) => (await cached.current()).pictures[name],
  };
  return {
    ...live,
    /** Reads the settings, and again as soon as anyone changes them, in whichever process that is. */
    async listen(hub: EventHub): Promise<void> {
      await hub.subscribe({
        tenantId: platformTenant,
        uid: null,
        cursor: null,
        send({ type }) {
          if (type !== "settings.changed") return;
          cached.forget();
          void cached.current();
        },
      });
      await cached.current();
    },
  };
}

async function readAll(
  context: Context,
  fixed: Pick<PublicConfig, "productSlug" | "publicUrl" | "version" | "isDemo" | "apiKey" | "hasGoogle">,
): Promise<ConfigState> {
  const brand = await readSettings(context, brandingSettings);
  const { tagManagerId } = await readSettings(context, analyticsSettings);
  const { isOpen } = await readSettings(context, requestSettings);
  return {
    publicConfig: {
      ...fixed,
      tagManagerId,
      mapTiles: toMapTiles(await readSettings(context, mapSettings)),
      takesRequests: isOpen,
      productName: brand.productName,
      accent: brand.accent,
      accentDark: brand.accentDark,
      contactMail: brand.supportMail ?? (await senderAddress(context, fixed)),
      logo: buildAddress("logo", brand.logo),
      logoDark: buildAddress("logo-dark", brand.logoDark),
      favicon: buildAddress("favicon", brand.favicon),
    },
    pictures: { logo: brand.logo, "logo-dark": brand.logoDark, favicon: brand.favicon },
    maintenance: await readSettings(context, maintenanceSettings),
  };
}

/** Another picture has another address, so that one may be kept for good. */
function buildAddress(name: BrandPicture, picture: string | null): string | null {
  return picture && `/brand/${name}?v=${createHash("sha256").update(picture).digest("hex").slice(0, 12)}`;
}
