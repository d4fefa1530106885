import type { LedgerRule, LedgerRuleProblem } from "@console/contracts";
import { ruleTemplates } from "@console/contracts/ledger-cod-words";
import { formatDate, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { read, useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { Pager } from "../pager.tsx";
import { useAccounts } from "../use-accounts.ts";
import { useLedgerRights } from "../use-ledger-rights.ts";
import { draftFromRule, draftFromTemplate, type RuleDraft, sayAmount } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";
import { TrialDrawer } from "./trial-drawer.tsx";

const tableFrom = 1000;

/** The rules by which deliveries post entries, and what they could not post. */
export function RulesView() {
  const formats = useFormats();
  const { canManage } = useLedgerRights();
  const rules = useQuery(read("listLedgerRules", {}));
  const accounts = useAccounts();
  const [edited, setEdited] = useState<{ rule: LedgerRule | null; draft: RuleDraft } | null>(null);
  const [tried, setTried] = useState<LedgerRule | null>(null);
  const currency = rules.data?.currency ?? "";
  const items = rules.data?.items ?? [];
  const names = new Set(items.map(({ name }) => name.toLowerCase()));
  const free = ruleTemplates.filter(({ name }) => !names.has(name.toLowerCase()));
  const columns: RecordColumn<LedgerRule>[] = [
    {
      label: "Rule",
      cell: (rule) => (
        <>
          <bdi>{rule.name}</bdi>
          <span className={classes.below}>{sayAmount(rule.content, currency, formats)}</span>
        </>
      ),
    },
    { label: "Since", cell: ({ since }) => formatDate(since, formats) },
    { label: "State", cell: ({ isOn, triedAt }) => (isOn ? "On" : triedAt === null ? "Off, not tried" : "Off, tried") },
    { label: "Entries", isNumeric: true, cell: ({ entries }) => entries },
    { label: "Problems", isNumeric: true, cell: ({ problems }) => problems },
    ...(canManage
      ? [
          {
            label: "Actions",
            cell: (rule: LedgerRule) => (
              <RuleActs
                rule={rule}
                onTry={() => setTried(rule)}
                onChange={() => setEdited({ rule, draft: draftFromRule(rule, currency) })}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        {`A rule says what a finished delivery posts. It is tried on the last 30 days before it is switched on. ${
          rules.data?.followedTo
            ? `Deliveries were last followed ${formatInstant(rules.data.followedTo, formats)}.`
            : ""
        }`}
      </p>
      {canManage && accounts.data && rules.data && free.length > 0 && (
        <div className={classes.actions}>
          {free.map((template) => (
            <Button
              key={template.name}
              size="xs"
              variant="default"
              onClick={() =>
                setEdited({ rule: null, draft: draftFromTemplate(template, { accounts: accounts.data, currency }) })
              }
            >
              {`New rule: ${template.name}`}
            </Button>
          ))}
        </div>
      )}
      <RecordTable
        name="Rules"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>There are no rules yet: deliveries post nothing.</p>}
        pages={wholeList(rules.data?.items, rules)}
      />
      <Problems />
      {edited && <RuleForm {...edited} currency={currency} onClose={() => setEdited(null)} />}
      {tried && <TrialDrawer rule={tried} onClose={() => setTried(null)} />}
    </div>
  );
}

type ActsProps = { rule: LedgerRule; onTry: () => void; onChange: () => void };

function RuleActs({ rule, onTry, onChange }: ActsProps) {
  const flip = useWrite("switchLedgerRule");
  const remove = useWrite("removeLedgerRule");
  const { id, name, isOn, triedAt, entries } = rule;
  return (
    <div className={classes.actions}>
      <Button size="compact-xs" variant="default" aria-label={`Try ${name}`} onClick={onTry}>
        Try
      </Button>
      {(isOn || triedAt !== null) && (
        <Button
          size="compact-xs"
          variant="default"
          loading={flip.isPending}
          aria-label={`Switch ${name} ${isOn ? "off" : "on"}`}
          onClick={() =>
            flip.mutate({ rule: id, isOn: !isOn }, { onError: (failure) => showFailure("Not switched", failure) })
          }
        >
          {isOn ? "Switch off" : "Switch on"}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" aria-label={`Change ${name}`} onClick={onChange}>
        Change
      </Button>
      {!isOn && entries === 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={remove.isPending}
          aria-label={`Remove ${name}`}
          onClick={() => remove.mutate({ rule: id }, { onError: (failure) => showFailure("Not removed", failure) })}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

/** What rules could not post, until they can. */
function Problems() {
  const formats = useFormats();
  const [page, setPage] = useState(1);
  const problems = useQuery({ ...read("listLedgerRuleProblems", { page }), placeholderData: keepPreviousData });
  const columns: RecordColumn<LedgerRuleProblem>[] = [
    { label: "Delivery", cell: ({ delivery, reference }) => <bdi>{reference ?? delivery}</bdi> },
    { label: "Rule", cell: ({ rule }) => <bdi>{rule.name}</bdi> },
    { label: "Reason", cell: ({ reason }) => reason },
    { label: "Since", cell: ({ since }) => formatInstant(since, formats) },
  ];
  return (
    <section className={classes.stack} aria-label="What could not be posted">
      <h2 className={classes.heading}>What could not be posted</h2>
      <RecordTable
        name="What could not be posted"
        columns={columns}
        rowKey={({ rule, delivery }) => `${rule.id} ${delivery}`}
        empty={<p className={classes.quiet}>All that the rules are about was posted.</p>}
        pages={wholeList(problems.data?.items, problems)}
      />
      {problems.data && <Pager name="Pages of problems" page={page} pages={problems.data.pages} onPage={setPage} />}
    </section>
  );
}
