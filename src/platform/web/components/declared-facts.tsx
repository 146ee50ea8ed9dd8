import { Text } from '@mantine/core';
import { type DeclaredFields, type EntryOf, textOfField } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';
import classes from './declared-facts.module.css';
import { Section } from './page.tsx';

/** The values of declared fields under a heading, without blank ones. */
export function DeclaredFacts<Fields extends DeclaredFields>(props: {
  title: string;
  fields: Fields;
  values: EntryOf<Fields>;
  order?: 2 | 3;
}) {
  const { title, fields, values, order = 3 } = props;
  const known = Object.entries(fields).flatMap(([name, { label }]) => {
    const text = textOfField(fields, name, values[name]);
    return text === '' ? [] : [{ name, label, text }];
  });
  return (
    <Section title={title} order={order} gap={0}>
      {known.length === 0 ? (
        <Text size="sm" c="dimmed">{t`Nothing is recorded.`}</Text>
      ) : (
        <dl className={`facts ${classes.facts}`}>
          {known.map(({ name, label, text }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
