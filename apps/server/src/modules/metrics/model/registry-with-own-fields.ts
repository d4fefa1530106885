import type { Dataset, Dimension } from "./dataset.ts";
import { dimensionForOwnField, type OwnField, ownFieldName } from "./own-fields.ts";
import { commonDimensions, type Registry } from "./registry.ts";

/** A registry in which facts can also be asked by the fields that a tenant keeps of its own. */
export function withOwnFields(registry: Registry, fields: readonly OwnField[]): Registry {
  if (fields.length === 0) return registry;
  const datasets = new Map(
    [...registry.datasets].map(([id, dataset]) => [id, extendDataset(dataset, fields)] as const),
  );
  const dimensions = new Map(registry.dimensions);
  for (const field of fields) {
    const dimension: Dimension = {
      id: dimensionForOwnField(field),
      label: field.label,
      synonyms: [field.label.toLowerCase()],
    };
    dimensions.set(dimension.id, dimension);
  }
  return { ...registry, datasets, dimensions, dimensionsFor: (metric) => commonDimensions(metric, datasets) };
}

function extendDataset(dataset: Dataset, fields: readonly OwnField[]): Dataset {
  const own = fields.filter(({ fact }) => fact === dataset.fact);
  if (own.length === 0) return dataset;
  const keys = own.map((field) => [dimensionForOwnField(field), `${ownFieldName(field.number)}_id`] as const);
  return {
    ...dataset,
    dimensions: { ...dataset.dimensions, ...Object.fromEntries(keys) },
    rows: [...dataset.rows, ...keys.map(([dimension]) => ({ dimension }))],
  };
}
