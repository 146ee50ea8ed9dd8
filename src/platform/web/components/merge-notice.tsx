import { Alert, List, Radio, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import classes from './merge-notice.module.css';
import type { EditedRecord } from './use-edited-record.ts';

/** What FormPage found when it compared the form with a colleague's newer version. */
export type Comparison<Values extends object> = {
  /** Who saved in between; null when nobody knows. */
  by: string | null;
  taken: (keyof Values & string)[];
  contested: {
    field: keyof Values & string;
    mine: unknown;
    theirs: unknown;
    choice: 'mine' | 'theirs' | null;
  }[];
};

/** Says what a colleague changed meanwhile, and asks for each field that both changed whose value is to stay. */
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
            <div className={classes.choices}>
              <Radio value="mine" label={<Choice whose={t`Mine`} text={editing.textOf(field, mine)} />} />
              <Radio
                value="theirs"
                label={<Choice whose={t`Theirs`} text={editing.textOf(field, theirs)} />}
              />
            </div>
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
