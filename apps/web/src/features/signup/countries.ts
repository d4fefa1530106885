import { compareText, countryName } from "@console/figures/format";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";

export type Country = { code: string; name: string; dialCode: string };

/** Every country with its dial code, by name. */
export const countries: readonly Country[] = getCountries()
  .map((code) => ({ code, name: countryName(code), dialCode: `+${getCountryCallingCode(code)}` }))
  .sort((one, other) => compareText(one.name, other.name));
