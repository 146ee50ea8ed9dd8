import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TemplateContent } from '#features/certificates/template.ts';
import { t } from '#shared/words.ts';
import { boxFields, fieldsOf } from './sheet-fields.ts';
import classes from './studio.module.css';
import type { StudioAction } from './studio-state.ts';

/** Every field of a sheet; pressing one adds it as a box, or chooses the box that has it already. One tab stop; arrows move within the list. */
export function FieldsList(props: { content: TemplateContent; dispatch: (action: StudioAction) => void }) {
  const [current, setCurrent] = useState(0);
  const placed = new Set(props.content.boxes.flatMap(fieldsOf));

  /** The box gets the focus, so that arrows move it. */
  function choose(action: StudioAction): void {
    flushSync(() => props.dispatch(action));
    document.querySelector<HTMLElement>('[data-box][data-chosen]')?.focus();
  }

  function lead(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.code];
    const to = { Home: 0, End: boxFields.length - 1 }[event.code];
    if (by === undefined && to === undefined) return;
    event.preventDefault();
    const next = to ?? (current + by! + boxFields.length) % boxFields.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus();
  }

  return (
    <Stack component="section" className="unprinted" gap="sm" miw={0} aria-label={t`Content`}>
      <Text size="sm" fw={600} aria-hidden>
        {t`Fields`}
      </Text>
      <div
        className={classes.fields}
        role="toolbar"
        aria-label={t`Fields`}
        aria-orientation="vertical"
        onKeyDown={lead}
      >
        {boxFields.map(({ key, label }, at) => (
          <UnstyledButton
            key={key}
            className={classes.field}
            tabIndex={at === current ? 0 : -1}
            aria-label={label}
            aria-description={placed.has(key) ? t`On the sheet` : undefined}
            onFocus={() => setCurrent(at)}
            onClick={() => choose({ do: 'place_field', field: key })}
          >
            {label}
            {placed.has(key) && <IconCheck size={14} aria-hidden />}
          </UnstyledButton>
        ))}
      </div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => choose({ do: 'add_wording' })}
      >
        {t`Add wording`}
      </Button>
    </Stack>
  );
}
