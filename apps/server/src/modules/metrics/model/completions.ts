/** The groups that a list can give the members of a dimension. */
export const listedGroups: Readonly<Record<string, readonly string[]>> = {
  product: ["category", "supplier", "abc_class"],
  branch: ["region"],
};

/** Facts that are completed when they are read: by which of their members, and with which of the members' groups. */
export const completions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  sale_lines: { product: ["category"], branch: ["region"] },
  sales_targets: { branch: ["region"] },
  branches: { branch: ["region"] },
  stock_items: { product: ["category", "supplier", "abc_class"] },
  stock_movements: { product: ["category", "supplier", "abc_class"] },
  order_lines: { product: ["category", "supplier", "abc_class"] },
};

/** SQL of a table of facts with the groups that lists give its members. What a fact says itself stands before them. */
export function completedRelation(fact: string): string {
  const completed = Object.entries(completions[fact] ?? {});
  const groups = completed.flatMap(([member, names]) =>
    names.map((group) => `coalesce(b.${group}_id, ${member}.${group}_id) as ${completedKey(group)}`),
  );
  const joins = completed.map(
    ([member]) =>
      `left join member_groups ${member} on ${member}.tenant_id = b.tenant_id and ${member}.member_id = b.${member}_id`,
  );
  return `(select ${["b.*", ...groups].join(", ")} from ${fact} b ${joins.join(" ")})`;
}

/** The column of a group in facts that were completed. */
export function completedKey(group: string): string {
  return `completed_${group}_id`;
}
