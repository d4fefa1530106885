import type { PublicConfig } from "@console/contracts";
import { defineSettings, type SettingValues, setting } from "../../platform/settings/define-settings.ts";

/** What maps are drawn on. */
export const mapSettings = defineSettings({
  name: "maps",
  label: "Maps",
  help: "Maps come with coasts and borders. Nothing is loaded from another host unless you set one.",
  specs: {
    tileAddress: setting<string | null>({
      label: "Tile address",
      type: "text",
      max: 300,
      initial: null,
      isGuarded: true,
      help: "The address of map tiles, such as https://tiles.example.com/{z}/{x}/{y}.png. Browsers of your users load them from there.",
      check: (text) =>
        findTileOrigin(text) === null
          ? "Use an https address with {z}, {x} and {y}, without a user or password."
          : null,
    }),
    tileCredit: setting<string | null>({
      label: "Tile credit",
      type: "text",
      max: 120,
      initial: null,
      help: "Shown on every map with tiles, such as © OpenStreetMap contributors.",
    }),
  },
});

/** Where the tiles of an address come from; null where it is none. */
function findTileOrigin(address: string): string | null {
  const places = ["{z}", "{x}", "{y}"];
  if (places.some((place) => address.split(place).length !== 2)) return null;
  const filled = places.reduce((text, place) => text.replace(place, "0"), address);
  if (!URL.canParse(filled)) return null;
  const { protocol, origin, username, password } = new URL(filled);
  // A place in the host would open the page to hosts that nobody has named.
  const isFixedHost = address.startsWith(`${origin}/`);
  return protocol === "https:" && username === "" && password === "" && isFixedHost ? origin : null;
}

/** The tiles as a browser is told of them. */
export function toMapTiles({
  tileAddress,
  tileCredit,
}: SettingValues<(typeof mapSettings)["specs"]>): PublicConfig["mapTiles"] {
  const origin = tileAddress === null ? null : findTileOrigin(tileAddress);
  return tileAddress !== null && origin !== null ? { address: tileAddress, origin, credit: tileCredit ?? "" } : null;
}
