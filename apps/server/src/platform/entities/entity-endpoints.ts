import { type Permission, type Route, routes } from "@console/contracts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors.ts";
import {
  type Endpoint,
  handle,
  handleFile,
  handleUpload,
  type ReceivedFile,
  type UploadMeter,
} from "../http/endpoint.ts";
import { actOnRows } from "./act-on-entity.ts";
import { describeEntityTo } from "./describe-entity.ts";
import type { Entity } from "./entity.ts";
import { readHistoryPage } from "./entity-history.ts";
import { exportRows } from "./export-entity.ts";
import { type FileLine, importRows } from "./import-entity.ts";
import { listRows, requireRow } from "./read-entity.ts";
import { createRow, updateRow } from "./save-entity.ts";

/** A file of rows while it is open. */
type Table = { columns: readonly string[]; lines: AsyncIterable<FileLine> };

/** Works with a file that was sent, whatever its form, as long as someone waits for it. */
export type WithTable = <Result>(
  file: ReceivedFile,
  scope: { tenantId: string; signal: AbortSignal },
  work: (table: Table) => Promise<Result>,
) => Promise<Result>;

const largestList = 64 * 1024 ** 2;

/** What entities need of the product around them. */
export type EntityParts = {
  database: Database;
  withTable: WithTable;
};

/** All calls of an entity, each with a permission of its own. */
export function entityEndpoints(entity: Entity, parts: EntityParts): Endpoint[] {
  const { read, manage } = entity.permissions;
  const of = <R extends Route>(route: R, permission: Permission) => concrete(route, entity, permission);
  return [
    handle(of(routes.describeEntity, read), (context) => describeEntityTo(context, entity)),
    handle(of(routes.listEntity, read), (context, input) => listRows(context, entity, input), "snapshot"),
    handle(of(routes.getEntity, read), async (context, { id }) => {
      const row = await requireRow(context, entity, id);
      return { ...row, ...entity.rights?.(context, row) };
    }),
    handle(of(routes.listEntityHistory, read), async (context, input) => {
      await requireRow(context, entity, input.id);
      return readHistoryPage(context, entity, input);
    }),
    handleFile(of(routes.exportEntity, read), (context, input) => exportRows(context, entity, input)),
    ...(entity.canCreate === false
      ? []
      : [
          handle(of(routes.createEntity, manage), (context, { fields, isConfirmed }) =>
            createRow(context, entity, fields, isConfirmed),
          ),
        ]),
    ...(entity.canChange === false
      ? []
      : [
          handle(of(routes.updateEntity, manage), (context, { id, version, fields, isConfirmed }) =>
            updateRow(context, entity, { id, version, input: fields, isConfirmed }),
          ),
        ]),
    ...Object.entries(entity.acts ?? {}).map(([name, { permission }]) => {
      const route = of(routes.actOnEntity, permission ?? manage);
      const input = route.input.omit({ act: true });
      const actRoute = { ...route, path: route.path.replace("{act}", name) as Route["path"], input };
      return handle({ ...actRoute, operation: `${actRoute.operation}_${name}` }, (context, actInput) =>
        actOnRows(context, entity, name, actInput),
      );
    }),
    ...(entity.importedBy === undefined ? [] : [importEndpoint(of(routes.importEntity, manage), entity, parts)]),
  ];
}

/** A call of every entity as one of this entity. */
function concrete<R extends Route>(route: R, { name }: Entity, permission: Permission) {
  const operation = `${Object.entries(routes).find(([, one]) => one === (route as Route))?.[0] ?? ""}_${name.replaceAll("-", "_")}`;
  const { isOfEveryEntity: _, ...rest } = route;
  return {
    ...(rest as unknown as R),
    path: route.path.replace("{entity}", name) as Route["path"],
    permission,
    operation,
    input: route.input.omit({ entity: true }) as unknown as R["input"],
  };
}

function importEndpoint(route: typeof routes.importEntity, entity: Entity, { database, withTable }: EntityParts) {
  return handleUpload(
    route,
    (context, { isTrial, isOnlyNew }, [file], { signal }) =>
      withTable(file, { tenantId: context.tenantId, signal }, ({ columns, lines }) =>
        database.inTenant(context.tenantId, (db) =>
          importRows({ ...context, db }, entity, { columns, lines, isTrial, isOnlyNew }),
        ),
      ),
    async () => smallFile(),
  );
}

/** No list of ten thousand rows is larger. */
function smallFile(): UploadMeter {
  let bytes = 0;
  return {
    add(more) {
      bytes += more;
      if (bytes > largestList) throw new AppError("too_large", "Files can have up to 64 MB. Split it.");
    },
    close() {},
  };
}
