/** A node of a plan, as EXPLAIN tells it. */
export type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

/** How many rows the parts of a plan have looked at, those that they left out included. */
export function countVisited({ Plans = [], ...node }: PlanNode): number {
  const perLoop = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter"];
  const own = perLoop.reduce((sum, name) => sum + Number(node[name] ?? 0), 0) * Number(node["Actual Loops"]);
  return Plans.reduce((sum, part) => sum + countVisited(part), own);
}
