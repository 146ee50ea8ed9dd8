import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FoundStudent } from '#features/students/contract.ts';
import { t } from '#shared/words.ts';
import { type Fill, masterLabels } from './student-fill.ts';
import classes from './student-notice.module.css';
import type { LookupState, StudentLookup } from './use-student-lookup.ts';

/** Says, beside the numbers and to screen readers, what the student master had to them. */
export function StudentNotice({ state, choose, undo }: StudentLookup) {
  const undoButton = useRef<HTMLButtonElement>(null);
  const change = changeOf(state, { choose, undo });
  return (
    <div className={classes.notice}>
      <Text size="sm" c="dimmed" role="status">
        {sentenceOf(state)}
      </Text>
      {state?.kind === 'several' &&
        state.students.map((student) => (
          <Button
            key={student.id}
            classNames={{ root: classes.choice, label: classes.choiceLabel }}
            size="compact-sm"
            variant="default"
            onClick={() => {
              // The button goes with the choice and must not take the keyboard's place with it.
              flushSync(() => choose(student));
              undoButton.current?.focus();
            }}
          >
            {nameOf(student)}
          </Button>
        ))}
      {change && (
        <Button ref={undoButton} size="compact-sm" variant="subtle" onClick={change.act}>
          {change.label}
        </Button>
      )}
    </div>
  );
}

function changeOf(
  state: LookupState,
  { choose, undo }: Pick<StudentLookup, 'choose' | 'undo'>,
): { label: string; act: () => void } | null {
  if (state?.kind === 'filled' && hasFilled(state.fill)) return { label: t`Undo`, act: undo };
  if (state?.kind === 'undone') return { label: t`Fill in`, act: () => choose(state.student) };
  return null;
}

function sentenceOf(state: LookupState): string {
  switch (state?.kind) {
    case 'filled':
      return sentenceOfFill(state.fill);
    case 'undone':
      return t`In the student master: ${nameOf(state.student)}.`;
    case 'several':
      return t`The student master has this number more than once. Choose the student:`;
    case 'absent':
      return t`Not in the student master.`;
    case 'failed':
      return t`The student master is not available at the moment.`;
    default:
      return '';
  }
}

function sentenceOfFill(fill: Fill): string {
  const student = nameOf(fill.student);
  const kept = fill.kept.map((field) => masterLabels[field]).join(', ');
  const source = hasFilled(fill)
    ? t`Filled in from the student master: ${student}.`
    : t`In the student master: ${student}.`;
  return kept === '' ? source : `${source} ${t`Left as you typed, though the master differs: ${kept}.`}`;
}

function hasFilled({ filled }: Fill): boolean {
  return Object.keys(filled).length > 0;
}

function nameOf(student: FoundStudent): string {
  return `${student.name}, ${student.collegeName}`;
}
