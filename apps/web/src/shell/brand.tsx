import { useConfig } from "../lib/use-config.ts";
import classes from "./brand.module.css";
import { useColorScheme } from "./theme/use-color-scheme.ts";

/** The mark and the name of the product, or the logo that was chosen in their place. */
export function Brand() {
  const { productName, logo, logoDark } = useConfig();
  const chosen = useColorScheme() === "dark" ? (logoDark ?? logo) : (logo ?? logoDark);
  if (chosen) return <img src={chosen} alt={productName} className={classes.logo} />;
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.ground} />
        <path d="M8.5 23v-5M16 23V13M23.5 23V9" className={classes.bars} />
      </svg>
      <span className={classes.name}>{productName}</span>
    </span>
  );
}
