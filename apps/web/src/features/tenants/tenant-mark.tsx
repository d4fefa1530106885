import type { RowMark } from "../../blocks/data-table/table-shape.ts";
import { PublicBadge } from "../../blocks/public-badge/public-badge.tsx";

/** What of a tenant is seen at a glance: whether something of it can be opened from outside. */
export const tenantMark: RowMark = ({ publicLinks }) =>
  typeof publicLinks === "number" && publicLinks > 0 ? <PublicBadge links={publicLinks} /> : null;
