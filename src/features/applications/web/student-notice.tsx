import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FoundStudent } from '#features/students/contract.ts';
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
  if (state?.kind === 'filled' && hasFilled(state.fill)) return { label: 'Undo', act: undo };
  if (state?.kind === 'undone') return { label: 'Fill in', act: () => choose(state.student) };
  return null;
}

function sentenceOf(state: LookupState): string {
  switch (state?.kind) {
    case 'filled':
      return sentenceOfFill(state.fill);
    case 'undone':
      return `In the student master: ${nameOf(state.student)}.`;
    case 'several':
      return 'The student master has this number more than once. Choose the student:';
    case 'absent':
      return 'Not in the student master.';
    case 'failed':
      return 'The student master cannot be asked just now.';
    default:
      return '';
  }
}

function sentenceOfFill(fill: Fill): string {
  const source = hasFilled(fill) ? 'Filled in from the student master' : 'In the student master';
  const kept = fill.kept.map((field) => masterLabels[field]).join(', ');
  const difference = kept === '' ? '' : ` Left as you typed, though the master differs: ${kept}.`;
  return `${source}: ${nameOf(fill.student)}.${difference}`;
}

function hasFilled({ filled }: Fill): boolean {
  return Object.keys(filled).length > 0;
}

function nameOf(student: FoundStudent): string {
  return `${student.name}, ${student.collegeName}`;
}
