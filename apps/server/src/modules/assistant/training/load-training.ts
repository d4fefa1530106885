import { type Context, platformTenant } from "../../../platform/context.ts";
import { onePerProduct, TenantCache } from "../../../platform/tenant-cache.ts";
import { indexTraining, type Training, type TrainingIndex } from "../engine/training-index.ts";
import { selectAnswers, selectExamples, selectVersions, selectWords } from "./training-store.ts";

type Loaded = { version: number; index: TrainingIndex };

/** Tenants that ask often stay in memory; what they taught has limits of its own. */
const caches = onePerProduct(() => new TenantCache<Loaded>({ maxEntries: 24, maxAgeMs: 30 * 60_000 }));
const nothing = indexTraining({ words: [], examples: [], answers: [] });

/** All that was taught and holds for a tenant's questions, as it is at this moment in every process. */
export async function loadTraining(context: Context): Promise<Training> {
  const { tenantId } = context;
  const scopes = tenantId === platformTenant ? [platformTenant] : [tenantId, platformTenant];
  const versions = await selectVersions(context, scopes);
  const indexes: TrainingIndex[] = [];
  for (const scope of scopes) indexes.push(await loadScope(context, scope, versions.get(scope) ?? 0));
  return indexes;
}

/** What a scope teaches as the context's own transaction sees it, with what is not committed yet. */
export async function readScope(context: Context, tenantId: string): Promise<TrainingIndex> {
  const scope = tenantId === platformTenant ? "platform" : "tenant";
  return indexTraining({
    words: await selectWords(context, tenantId, scope),
    examples: await selectExamples(context, tenantId, scope),
    answers: await selectAnswers(context, tenantId, scope),
  });
}

async function loadScope(context: Context, tenantId: string, version: number): Promise<TrainingIndex> {
  if (version === 0) return nothing;
  const cache = caches(context);
  const cached = cache.get({ tenantId }, "training");
  if (cached?.version === version) return cached.index;
  const index = await readScope(context, tenantId);
  // An older snapshot must not take the place of what is newer.
  if (!cached || cached.version < version) cache.set({ tenantId }, "training", { version, index });
  return index;
}
