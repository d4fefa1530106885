import "@mantine/core/styles/Tabs.css";
import type { EntityDescription, EntityRow } from "@console/contracts";
import { Tabs } from "@mantine/core";
import type { FormValues } from "../../blocks/resource-form/form-values.ts";
import { NewResource } from "../../blocks/resource-page/new-resource.tsx";
import type { ResourceTab } from "../../blocks/resource-page/resource-detail.tsx";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { useAddress } from "../../lib/use-address.ts";
import { CoverageView } from "./coverage-view.tsx";
import { DocumentsPage } from "./documents/documents-page.tsx";
import { RetrievalTest } from "./documents/retrieval-test.tsx";
import { SiteDocuments } from "./documents/site-documents.tsx";
import { DraftFromFeedback } from "./draft-from-feedback.tsx";
import { EffectTab } from "./effect-tab.tsx";
import { EvaluationView } from "./evaluation-view.tsx";
import { NewExample } from "./new-example.tsx";
import { QuestionTest } from "./question-test.tsx";
import classes from "./training.module.css";
import { readTrainingSearch, type TrainingSearch, type TrainingView, trainingViews } from "./training-search.ts";
import { TrialTab } from "./trial-tab.tsx";

/** What belongs to one list and means nothing in another. */
const afresh: TrainingSearch = {
  q: undefined,
  sort: undefined,
  filter: undefined,
  row: undefined,
  tab: undefined,
  do: undefined,
  word: undefined,
  feedback: undefined,
  set: undefined,
  run: undefined,
  passage: undefined,
};

/** Everything that questions are taught, how a question is read with it, and whether that makes answers better. */
export function TrainingPage({ isPlatform }: { isPlatform: boolean }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const view: TrainingView = query.view ?? "words";
  const preset: FormValues = {
    ...(query.word && { word: query.word }),
    ...(isPlatform && query.tenant && { tenantId: query.tenant }),
  };
  const create = (entity: "words" | "answers") => (description: EntityDescription) =>
    query.feedback ? (
      <DraftFromFeedback entity={entity} description={description} feedback={query.feedback} preset={preset} />
    ) : (
      <NewResource description={description} presetValues={preset} />
    );
  return (
    <Tabs
      value={view}
      onChange={(next) => go({ ...afresh, view: (next ?? undefined) as TrainingView | undefined })}
      keepMounted={false}
    >
      <Tabs.List className={classes.list}>
        {Object.entries(trainingViews).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="words" className={classes.panel}>
        <ResourcePage entity="words" tabs={(row) => tabsFor("words", row)} create={create("words")} />
      </Tabs.Panel>
      <Tabs.Panel value="examples" className={classes.panel}>
        <ResourcePage
          entity="examples"
          tabs={(row) => tabsFor("examples", row)}
          create={() => <NewExample isPlatform={isPlatform} />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="answers" className={classes.panel}>
        <ResourcePage entity="answers" tabs={(row) => tabsFor("answers", row)} create={create("answers")} />
      </Tabs.Panel>
      <Tabs.Panel value="documents" className={classes.panel}>
        <DocumentsPage isPlatform={isPlatform} />
      </Tabs.Panel>
      <Tabs.Panel value="sites" className={classes.panel}>
        <ResourcePage
          entity="training-sites"
          buttons={(row) => <SiteDocuments site={String(row.id)} />}
          create={(description) => <NewResource description={description} presetValues={preset} />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="test" className={classes.panel}>
        <QuestionTest isPlatform={isPlatform} />
      </Tabs.Panel>
      <Tabs.Panel value="retrieval" className={classes.panel}>
        <RetrievalTest isPlatform={isPlatform} />
      </Tabs.Panel>
      <Tabs.Panel value="evaluation" className={classes.panel}>
        <EvaluationView />
      </Tabs.Panel>
      <Tabs.Panel value="questions" className={classes.panel}>
        <ResourcePage
          entity="evaluation-cases"
          create={(description) => (
            <NewResource description={description} presetValues={query.set ? { setId: query.set } : {}} />
          )}
        />
      </Tabs.Panel>
      <Tabs.Panel value="coverage" className={classes.panel}>
        <CoverageView isPlatform={isPlatform} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** What is not in use can be tried before it is; what was in use shows what became of ratings with it. */
function tabsFor(entity: "words" | "examples" | "answers", row: EntityRow): ResourceTab[] {
  const id = String(row.id);
  const trial = { name: "trial", label: "Trial", content: () => <TrialTab entity={entity} id={id} /> };
  const effect = { name: "effect", label: "Effect", content: () => <EffectTab entity={entity} id={id} /> };
  if (row.status === "draft") return [trial];
  return row.status === "archived" ? [trial, effect] : [effect];
}
