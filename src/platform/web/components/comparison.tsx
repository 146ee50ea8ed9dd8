import { Alert, List, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconGitMerge } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#shared/words.ts';
import { isSame, mergeEdits } from './edits.ts';
import { staleChangedBy } from './read-error.ts';
import type { EditedRecord } from './record-form.tsx';

/**
 * Compares typed values with a colleague's newer version of the record: when saving was refused as stale, and when
 * restored input belongs to a record that has changed since.
 */
export function useComparison<Values extends object>(
  form: UseFormReturnType<Values>,
  editing: EditedRecord<Values> | undefined,
  restoredOpened: Values | null,
) {
  const [comparison, setComparison] = useState<Comparison<Values> | null>(null);
  const isRestoredCompared = useRef(false);

  function compare(opened: Values, theirs: Values, by: string | null): void {
    const mine = form.getValues();
    const { merged, taken, contested } = mergeEdits({ opened, mine, theirs });
    form.setInitialValues(theirs);
    form.resetDirty(theirs);
    form.setValues(merged);
    const asked = contested.filter((field) => editing?.labels[field] !== undefined);
    setComparison({
      by,
      taken: taken.filter((field) => editing?.labels[field] !== undefined),
      contested: asked.map((field) => ({ field, mine: mine[field], theirs: theirs[field], choice: null })),
    });
  }

  const compareRestored = useEffectEvent(compare);
  useEffect(() => {
    if (!editing || !restoredOpened || isRestoredCompared.current) return;
    isRestoredCompared.current = true;
    if (!isSame(restoredOpened, editing.opened)) compareRestored(restoredOpened, editing.opened, null);
  }, [editing, restoredOpened]);

  return {
    comparison,
    /** Whether the error was a stale version, and the newest one is now shown for comparison. */
    async resolveStale(error: unknown): Promise<boolean> {
      const by = staleChangedBy(error);
      if (!editing || by === undefined) return false;
      const newest = await editing.loadNewest();
      compare(editing.opened, newest.opened, by);
      editing.adopt(newest);
      return true;
    },
    choose(field: keyof Values & string, choice: 'mine' | 'theirs'): void {
      const contest = comparison?.contested.find((one) => one.field === field);
      if (!contest) return;
      // Both sides are values of this field.
      form.setFieldValue(field, contest[choice] as never);
      setComparison({
        ...comparison!,
        contested: comparison!.contested.map((one) => (one === contest ? { ...one, choice } : one)),
      });
    },
    /** Why it cannot be saved yet: a field that both changed needs a choice, or a third value. */
    reason: comparison?.contested.some(
      ({ field, mine, choice }) => choice === null && isSame(form.values[field], mine),
    )
      ? t`Choose mine or theirs for each field that both of you changed.`
      : null,
    forget: () => {
      isRestoredCompared.current = false;
      setComparison(null);
    },
  };
}

/** The result of comparing a form with a colleague's newer version. */
export type Comparison<Values extends object> = {
  /** Who saved in between; null if unknown. */
  by: string | null;
  taken: (keyof Values & string)[];
  contested: {
    field: keyof Values & string;
    mine: unknown;
    theirs: unknown;
    choice: 'mine' | 'theirs' | null;
  }[];
};

/** Shows what a colleague changed, and asks which value to keep for each field that both changed. */
export function MergeNotice<Values extends object>(props: {
  comparison: Comparison<Values>;
  editing: EditedRecord<Values>;
  onChoose: (field: keyof Values & string, choice: 'mine' | 'theirs') => void;
}) {
  const { comparison, editing } = props;
  const who = comparison.by ?? 'A colleague';
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      tabIndex={-1}
      data-comparison
      icon={<IconGitMerge aria-hidden />}
      title={t`${who} saved this record after you opened it`}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="sm">
        <Text size="sm">{t`Your input is kept, but nothing is saved yet.`}</Text>
        {comparison.taken.length > 0 && (
          <div>
            <Text size="sm">{t`Taken over from ${who}, because you had not touched it:`}</Text>
            <List size="sm">
              {comparison.taken.map((field) => (
                <List.Item key={field}>
                  {editing.labels[field] ?? field}: {editing.textOf(field, editing.opened[field])}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {comparison.contested.map(({ field, mine, theirs, choice }) => (
          <Radio.Group
            key={field}
            label={editing.labels[field] ?? field}
            value={choice}
            onChange={(value) => props.onChoose(field, value as 'mine' | 'theirs')}
          >
            <SimpleGrid minColWidth="min(100%, 15rem)" autoFlow="auto-fit" verticalSpacing="xs" pt={4}>
              <Radio value="mine" label={<Choice whose={t`Mine`} text={editing.textOf(field, mine)} />} />
              <Radio
                value="theirs"
                label={<Choice whose={t`Theirs`} text={editing.textOf(field, theirs)} />}
              />
            </SimpleGrid>
          </Radio.Group>
        ))}
      </Stack>
    </Alert>
  );
}

function Choice({ whose, text }: { whose: string; text: string }) {
  return (
    <>
      <b>{whose}:</b> {text}
    </>
  );
}
