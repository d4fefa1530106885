import classes from "./shaped-skeleton.module.css";

type Block = { kind: "bar" | "tile" | "panel" | "row" | "field" | "card"; count: number };

/** What each kind of page is made of, from the top to the bottom, in the heights that it will have. */
const shapes = {
  report: [
    { kind: "bar", count: 1 },
    { kind: "tile", count: 8 },
    { kind: "panel", count: 2 },
  ],
  dashboard: [
    { kind: "row", count: 1 },
    { kind: "tile", count: 4 },
    { kind: "panel", count: 2 },
  ],
  table: [
    { kind: "bar", count: 1 },
    { kind: "row", count: 8 },
  ],
  list: [{ kind: "row", count: 4 }],
  detail: [
    { kind: "card", count: 1 },
    { kind: "panel", count: 1 },
  ],
  form: [{ kind: "field", count: 5 }],
} satisfies Record<string, readonly Block[]>;

type Props = { label: string; shape: keyof typeof shapes };

/** A page that is on its way, in the room that it will take, so that nothing jumps when it comes. */
export function ShapedSkeleton({ label, shape }: Props) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label} data-loading>
      {shapes[shape].map(({ kind, count }) => (
        <div key={kind} className={classes[`${kind}s`]}>
          {Array.from({ length: count }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order
            <span key={place} className={`${classes.block} ${classes[kind]}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
