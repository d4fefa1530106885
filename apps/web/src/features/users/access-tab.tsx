import type { EntityRow, UserAccess } from "@console/contracts";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import classes from "./users.module.css";

/** What someone can see and do, and why. */
export function AccessTab({ row }: { row: EntityRow }) {
  const { data, error, refetch } = useQuery(read("getUserAccess", { uid: String(row.id) }));
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The access could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading the access" shape="list" />;
  return (
    <div className={classes.stack}>
      <Part title="Status">
        <Line isGiven={data.isOpen} name={data.standing} />
        <p>
          <strong>{data.role.label}.</strong> {data.role.words}
        </p>
        <p>
          {data.tenant ? `Belongs to ${data.tenant.name}, which is ${data.tenant.state}.` : "Belongs to no tenant."}
        </p>
      </Part>
      <Part title="Reports">
        <ul className={classes.lines}>
          {data.reports.map(({ id, title, isOpen, why }) => (
            <li key={id}>
              <Line isGiven={isOpen} name={title} why={why} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title="What the role allows">
        <div className={classes.areas}>
          {data.areas.map(({ area, permissions }) => (
            <section key={area} aria-label={area}>
              <h4>{area}</h4>
              <ul className={classes.lines}>
                {permissions.map(({ name, words, isGiven }) => (
                  <li key={name}>
                    <Line isGiven={isGiven} name={words} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Part>
      <Part title="Sources">
        <p>{data.sourceWords}</p>
        {data.sources.length > 0 && (
          <ul className={classes.lines}>
            {data.sources.map(({ name, source, state }) => (
              <li key={`${source} ${name}`}>
                {name} <span className={classes.quiet}>{`${source}, ${state.replaceAll("_", " ")}`}</span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Effective attributes">
        <Attributes attributes={data.attributes} />
      </Part>
    </div>
  );
}

function Attributes({ attributes }: Pick<UserAccess, "attributes">) {
  if (attributes.length === 0) return <p className={classes.quiet}>Neither the user nor the tenant has any.</p>;
  return (
    <ul className={classes.lines}>
      {attributes.map(({ name, value, from, insteadOf }) => (
        <li key={name}>
          {name}: {value}{" "}
          <span className={classes.quiet}>
            {from === "tenant" ? "from the tenant" : "the user's own"}
            {insteadOf !== null && `, instead of ${insteadOf} of the tenant`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Line({ isGiven, name, why }: { isGiven: boolean; name: string; why?: string }) {
  const Icon = isGiven ? IconCheck : IconX;
  return (
    <span className={classes.line} data-given={isGiven}>
      <Icon size={16} stroke={2} role="img" aria-label={isGiven ? "Yes" : "No"} />
      <span>
        {name}
        {why && <span className={classes.quiet}>{` ${why}`}</span>}
      </span>
    </span>
  );
}
