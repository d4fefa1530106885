import type { IncidentDetail } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import detail from "../../blocks/detail/detail.module.css";
import { RowTimeline } from "../../blocks/row-drawer/row-timeline.tsx";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./health.module.css";

/** One incident: what it touches, its timeline, and what was learnt from it. */
export function IncidentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read("getIncident", { incident: id }));
  return (
    <SideDrawer title={data?.title ?? "Incident"} closeLabel="Close the incident" width={560} onClose={onClose}>
      {data && <Content key={data.id} incident={data} />}
      {!data && !error && <ShapedSkeleton label="Loading the incident" shape="detail" />}
      {!data && error && (
        <ReadProblem
          title="The incident could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          heading="h3"
        />
      )}
    </SideDrawer>
  );
}

function Content({ incident }: { incident: IncidentDetail }) {
  const formats = useFormats();
  const { id, state, openedAt, resolvedAt, tenants, concernsAll, checks, notes } = incident;
  const resolve = useWrite("resolveIncident");
  const timeline = notes.map(({ at, by, text }) => ({ at, label: text, note: by === null ? null : "Note" }));
  return (
    <div className={classes.body}>
      <dl className={detail.facts}>
        <div>
          <dt>Opened</dt>
          <dd>{formatInstant(openedAt, formats)}</dd>
        </div>
        <div>
          <dt>Resolved</dt>
          <dd>{resolvedAt ? formatInstant(resolvedAt, formats) : "Open"}</dd>
        </div>
        <div>
          <dt>Parts</dt>
          <dd>{checks.map(({ label }) => label).join(", ")}</dd>
        </div>
        <div>
          <dt>Tenants</dt>
          <dd>{concernsAll ? "All" : tenants.length === 0 ? "None" : tenants.map(({ name }) => name).join(", ")}</dd>
        </div>
      </dl>
      <section className={detail.part}>
        <h3>Timeline</h3>
        <RowTimeline timeline={timeline} view={{ formats, currency: "" }} />
        <NoteForm incident={id} />
      </section>
      {state === "open" && (
        <div>
          <Button
            variant="default"
            loading={resolve.isPending}
            onClick={() =>
              resolve.mutate(
                { incident: id },
                { onError: (error) => showToast({ title: "Incident", message: error.message, type: "error" }) },
              )
            }
          >
            Resolve incident
          </Button>
          <p className={classes.quiet}>It resolves by itself once its check succeeds twice.</p>
        </div>
      )}
      <PostMortem incident={incident} />
    </div>
  );
}

function NoteForm({ incident }: { incident: string }) {
  const [text, setText] = useState("");
  const note = useWrite("noteIncident");
  const add = () =>
    note.mutate(
      { incident, text },
      {
        onSuccess: () => setText(""),
        onError: (error) => showToast({ title: "Note", message: error.message, type: "error" }),
      },
    );
  return (
    <form
      className={detail.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") add();
      }}
    >
      <Textarea
        label="Note"
        autosize={false}
        rows={2}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" disabled={text.trim() === ""} loading={note.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

function PostMortem({ incident: { id, postMortem, version } }: { incident: IncidentDetail }) {
  const [text, setText] = useState(postMortem ?? "");
  const write = useWrite("writePostMortem");
  const save = () =>
    write.mutate(
      { incident: id, text, version },
      {
        onSuccess: () => showToast({ title: "Post-mortem", message: "Saved.", type: "success" }),
        onError: (error) => showToast({ title: "Post-mortem", message: error.message, type: "error" }),
      },
    );
  return (
    <section className={detail.stack}>
      <Textarea
        label="Post-mortem"
        description="What happened, why, and what is different now."
        rows={5}
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button variant="default" disabled={text === (postMortem ?? "")} loading={write.isPending} onClick={save}>
          Save post-mortem
        </Button>
      </div>
    </section>
  );
}
