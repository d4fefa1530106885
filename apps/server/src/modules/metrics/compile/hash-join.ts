/**
 * A relation of the rows of both sides, joined by equal columns, those without a partner included: for sides that may be
 * long while the database expects a single row, because they are made of facts that it has no statistics of yet. A full
 * join is never done row against row, and the offset keeps it from becoming another one: say outside which rows are meant.
 */
export function hashJoin(columns: string, left: string, right: string, on: string): string {
  return `(select ${columns} from ${left} full join ${right} on ${on} offset 0)`;
}
