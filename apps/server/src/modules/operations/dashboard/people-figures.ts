import type { PlatformFigureRow } from "@console/contracts";
import { platformTenant } from "../../../platform/context.ts";
import {
  countPeople,
  readUsageBeginning,
  selectPeopleDays,
  selectPeopleRows,
  selectTenantRows,
} from "../usage/usage-store.ts";
import { type FigureSpec, whole } from "./figure.ts";

/** A tenant by what it is called; the platform's own people belong to the platform. */
export function nameTenant(id: string, name: string | null): { id: string; name: string } {
  return { id, name: id === platformTenant ? "Platform" : (name ?? id) };
}

/** Tenants of which someone used the console. */
export const activeTenantsFigure: FigureSpec = {
  readBeginning: readUsageBeginning,
  async readDays(context, scope) {
    const rows = await selectPeopleDays(context, scope);
    return rows.map(({ day, tenants }) => ({ day, series: whole, value: tenants }));
  },
  async readTotal(context, scope) {
    return { value: (await countPeople(context, scope)).tenants, bound: null };
  },
  list: {
    kind: "rows",
    async readRows(context, scope, page) {
      const rows = await selectTenantRows(context, scope, page);
      return rows.map(
        ({ tenant_id, tenant_name, people }): PlatformFigureRow => ({
          id: tenant_id,
          name: tenant_name ?? tenant_id,
          note: people === 1 ? "1 active person" : `${people} active people`,
          tenant: null,
          at: null,
          value: null,
          path: tenant_name === null ? null : `/admin/tenants?${new URLSearchParams({ row: tenant_id })}`,
        }),
      );
    },
  },
};

/** People who used the console: within so many days up to the last one, or within all that are asked for. */
export function activePeopleFigure(windowDays?: number): FigureSpec {
  return {
    ...(windowDays !== undefined && { windowDays }),
    readBeginning: readUsageBeginning,
    async readDays(context, scope) {
      const rows = await selectPeopleDays(context, scope);
      return rows.map(({ day, people }) => ({ day, series: whole, value: people }));
    },
    async readTotal(context, scope) {
      return { value: (await countPeople(context, scope)).people, bound: null };
    },
    list: {
      kind: "rows",
      async readRows(context, scope, page) {
        const rows = await selectPeopleRows(context, scope, page);
        return rows.map(
          ({ uid, name, tenant_id, tenant_name, days }): PlatformFigureRow => ({
            id: uid,
            name: name ?? "Removed user",
            note: days === 1 ? "On 1 day" : `On ${days} days`,
            tenant: nameTenant(tenant_id, tenant_name),
            at: null,
            value: null,
            path: name === null ? null : `/admin/users?${new URLSearchParams({ row: uid })}`,
          }),
        );
      },
    },
  };
}
