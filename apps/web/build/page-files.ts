import { build, type InlineConfig, type Rolldown } from "vite";

/** Pages that are opened alike, by the file that begins each. What the same kinds of pages need is one file. */
const kinds = {
  home: /\/routes\/index\.tsx\?/,
  team: /\/features\/home\/team-blocks\.tsx$/,
  table: /\/blocks\/chart\/chart-table\.tsx$/,
  signup: /\/features\/signup\/signup-dialog\.tsx$/,
  thanks: /\/routes\/thank-you\.tsx\?/,
  login: /\/routes\/login\.tsx\?/,
  reset: /\/routes\/reset-password\.tsx\?/,
  embed: /\/routes\/laiqkan\/\$tookan_id\.tsx\?/,
  embedded: /\/features\/embed\/embed-report\.tsx$/,
  console: /\/routes\/(admin|tenant)\/route\.tsx\?/,
  report: /\/routes\/tenant\/tookan-report\.tsx\?/,
  overview:
    /\/routes\/(tenant\/\$tenantId\.dashboard|admin\/index|tenant\/my-\{\$product\}|tenant\/reports\.index)\.tsx\?/,
  work: /\/routes\/admin\/(users|tenants|sources\.genesis\.management|profile|global-settings)\.tsx\?/,
};

/**
 * Names the file of each module by the kinds of pages that need it, and none for one that no kind or a page alone
 * needs. By itself the bundler makes dozens of small files of a page, which then wait for each other's connections.
 * What is needed shows only once the unused has fallen away, hence a build before the build.
 */
export async function findPageFiles(config: InlineConfig): Promise<(moduleId: string) => string | null> {
  const settings = { ...config.build, write: false, minify: false } as const;
  const made = (await build({ ...config, configFile: false, build: settings })) as Rolldown.RolldownOutput;
  const chunks = made.output.filter((file) => file.type === "chunk");
  const beginnings = new Set(chunks.map(({ facadeModuleId }) => facadeModuleId));
  const kindsByModule = new Map<string, string[]>();
  for (const [kind, entryPattern] of Object.entries(kinds)) {
    for (const { moduleIds } of reached(chunks, entryPattern)) {
      for (const id of moduleIds) kindsByModule.set(id, [...(kindsByModule.get(id) ?? []), kind]);
    }
  }
  return (id) => (beginnings.has(id) ? null : (kindsByModule.get(id)?.join("-") ?? null));
}

/** The chunks that load before those can run that begin so. */
function reached(chunks: Rolldown.OutputChunk[], entryPattern: RegExp): Set<Rolldown.OutputChunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkSet = new Set(chunks.filter(({ facadeModuleId }) => entryPattern.test(facadeModuleId ?? "")));
  // A set hands out what is added to it while it is walked.
  for (const { imports } of chunkSet) {
    for (const name of imports) {
      const next = byName.get(name);
      if (next) chunkSet.add(next);
    }
  }
  return chunkSet;
}
