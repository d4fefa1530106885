import { publicConfig } from "../lib/config.ts";
import classes from "./brand.module.css";

/** The mark and the name of the product. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden="true">
        <rect width="32" height="32" rx="8" className={classes.ground} />
        <path d="M8.5 23v-5M16 23V13M23.5 23V9" className={classes.bars} />
      </svg>
      <span className={classes.name}>{publicConfig().productName}</span>
    </span>
  );
}
