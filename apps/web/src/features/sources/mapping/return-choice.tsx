import "@mantine/core/styles/Radio.css";
import type { ReturnQuestion, SourceMapping } from "@console/contracts";
import { Radio } from "@mantine/core";
import classes from "./mapping.module.css";

type Props = {
  questions: readonly ReturnQuestion[];
  mapping: SourceMapping;
  onMapping: (mapping: SourceMapping) => void;
};

const allSales = "sales";
const leftOut = "left out";

/** What words for returns and for cancelled lines mean: without an answer their rows count nowhere. */
export function ReturnChoice({ questions, mapping, onMapping }: Props) {
  return questions.map((question) => {
    const { title, evidence, choices, canLeaveOut, words } = question;
    if (words.length === 0) {
      return (
        <p key={title} className={classes.evidence} data-unclear>
          {evidence}
        </p>
      );
    }
    const isOpen = !question.canWait && !isAnswered(question, mapping);
    return (
      <div key={title} className={classes.keys}>
        <Radio.Group
          label={title}
          value={chosenValue(question, mapping)}
          error={isOpen ? "Choose what these rows are." : undefined}
          onChange={(value) => onMapping(withAnswer(question, mapping, value))}
        >
          <div className={classes.rules}>
            {choices.map(({ label }, place) => (
              <Radio
                key={label}
                size="xs"
                value={String(place)}
                label={label}
                description="Their amounts are taken off sales."
              />
            ))}
            {choices.length > 0 ? (
              <Radio size="xs" value={allSales} label="All rows are sales" description="The words mark no returns." />
            ) : (
              <Radio size="xs" value={allSales} label="Counts as a sale" description="Its rows are loaded." />
            )}
            {canLeaveOut && (
              <Radio
                size="xs"
                value={leftOut}
                label={choices.length > 0 ? "Leave these rows out" : "Leave out"}
                description="Its rows are not loaded. They are counted as left out by your choice."
              />
            )}
          </div>
        </Radio.Group>
        <p className={classes.evidence} data-unclear={isOpen || undefined}>
          {evidence}
        </p>
      </div>
    );
  });
}

/** What someone must still choose. */
export function listOpenReturns(questions: readonly ReturnQuestion[], mapping: SourceMapping): string[] {
  return questions.flatMap((question) => (question.canWait || isAnswered(question, mapping) ? [] : [question.title]));
}

/** The mapping with an answer, in place of an earlier one. */
function withAnswer({ column, choices, words }: ReturnQuestion, mapping: SourceMapping, value: string): SourceMapping {
  const saleWords = withoutWords(mapping.saleWords, column, words);
  const leftOutWords = withoutWords(mapping.leftOutWords, column, words);
  if (value === allSales) saleWords[column] = [...(saleWords[column] ?? []), ...words];
  if (value === leftOut) leftOutWords[column] = [...(leftOutWords[column] ?? []), ...words];
  const field = choices[Number(value)]?.field;
  const { is_return: own, ...others } = mapping.fields;
  // Another answer takes back that the column marks returns.
  const mark = field ?? (choices.length > 0 && own?.from === column ? undefined : own);
  return { ...mapping, saleWords, leftOutWords, fields: mark ? { ...others, is_return: mark } : others };
}

type WordsByColumn = NonNullable<SourceMapping["saleWords"]>;

function withoutWords(kept: WordsByColumn | undefined, column: string, words: readonly string[]): WordsByColumn {
  const { [column]: own = [], ...others } = kept ?? {};
  const left = own.filter((word) => !words.includes(word));
  return left.length > 0 ? { ...others, [column]: left } : others;
}

function hasAll(kept: WordsByColumn | undefined, { column, words }: ReturnQuestion): boolean {
  return words.every((word) => kept?.[column]?.includes(word));
}

function isAnswered(question: ReturnQuestion, mapping: SourceMapping): boolean {
  return chosenValue(question, mapping) !== "" || (question.choices.length > 0 && isMapped(mapping));
}

function isMapped({ fields }: SourceMapping): boolean {
  return Boolean(fields.is_return?.from || fields.is_return?.constant);
}

/** The answer that a mapping holds; none where another column marks returns. */
function chosenValue(question: ReturnQuestion, mapping: SourceMapping): string {
  const { column, choices } = question;
  const own = mapping.fields.is_return;
  if (hasAll(mapping.leftOutWords, question)) return leftOut;
  if (choices.length > 0 && isMapped(mapping)) {
    const place = choices.findIndex(({ field }) =>
      Object.entries(field.values ?? {}).every(([word, mark]) => own?.values?.[word] === mark),
    );
    return own?.from !== column || place < 0 ? "" : String(place);
  }
  return hasAll(mapping.saleWords, question) ? allSales : "";
}
