import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#features/client.ts';
import type { FoundStudent } from '#features/students/contract.ts';
import type { ApplicationFormState } from './application-form-values.ts';
import {
  type Fill,
  fillFrom,
  isAlike,
  isStillOf,
  type NumberField,
  narrowed,
  takenBack,
} from './student-fill.ts';

/** What the student master says to the numbers that are typed; null while there is nothing to say. */
export type LookupState =
  | { kind: 'filled'; fill: Fill }
  | { kind: 'undone'; student: FoundStudent }
  | { kind: 'several'; students: readonly FoundStudent[] }
  | { kind: 'absent' }
  | { kind: 'failed' }
  | null;

export type StudentLookup = {
  state: LookupState;
  /** Fills in from this student, of several or after an undo. */
  choose: (student: FoundStudent) => void;
  undo: () => void;
};

type Found = { students: readonly FoundStudent[] | undefined; isFailed: boolean };

const typingPause = 300;
const shortestNumber = 3;

/**
 * Looks for the student of the numbers that are typed and fills the form in. A number that is changed afterwards takes
 * back at once what came with it, so that nobody is received under another one's name.
 */
export function useStudentLookup(form: ApplicationFormState, isEnabled: boolean): StudentLookup {
  const [fill, setFill] = useState<Fill | null>(null);
  const [undone, setUndone] = useState<string | null>(null);
  const byRegistration = useFound('registrationNumber', form, isEnabled);
  const isUnknown = byRegistration.isIdle || byRegistration.students?.length === 0;
  const byRoll = useFound('examRollNumber', form, isEnabled && isUnknown);
  const decisive = isUnknown && !byRoll.isIdle ? byRoll : byRegistration;
  const students = decisive.students && narrowed(decisive.students, form.values);
  const only = students?.length === 1 ? students[0] : undefined;

  function takeOver(student: FoundStudent): void {
    const next = fillFrom(student, decisive.field, form.getValues());
    form.setValues(next.filled);
    for (const field of Object.keys(next.filled)) form.clearFieldError(field);
    setFill(next);
    setUndone(null);
  }

  function takeBack(taken: Fill): void {
    form.setValues(takenBack(taken, form.getValues()));
    setFill(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the numbers or what was found change, not with every letter
  useEffect(() => {
    if (fill && !isStillOf(fill, form.getValues())) takeBack(fill);
    else if (!fill && only && only.id !== undone) takeOver(only);
  }, [fill, only, undone, form.values.registrationNumber, form.values.examRollNumber]);

  return {
    state: stateOf(fill, { students, isFailed: decisive.isFailed }, undone),
    choose: takeOver,
    undo: () => {
      if (!fill) return;
      setUndone(fill.student.id);
      takeBack(fill);
    },
  };
}

function stateOf(fill: Fill | null, asked: Found, undone: string | null): LookupState {
  if (fill) return { kind: 'filled', fill };
  if (asked.isFailed) return { kind: 'failed' };
  if (!asked.students) return null;
  const [first, ...others] = asked.students;
  if (!first) return { kind: 'absent' };
  if (others.length > 0) return { kind: 'several', students: asked.students };
  // It fills in as soon as this is drawn, so there is nothing to say before.
  return first.id === undone ? { kind: 'undone', student: first } : null;
}

/** The students of one number of the form, once the person pauses; idle while it is too short to look for. */
function useFound(field: NumberField, form: ApplicationFormState, isEnabled: boolean) {
  const typed = form.values[field].trim();
  const [number] = useDebouncedValue(typed, typingPause);
  const isIdle = !isEnabled || typed.length < shortestNumber;
  const query = useQuery(
    api.students.findStudents.queryOptions({
      input: { number },
      enabled: !isIdle && number.length >= shortestNumber,
    }),
  );
  const isCurrent = !isIdle && number === typed;
  return {
    field,
    isIdle,
    isFailed: isCurrent && query.isError,
    students: isCurrent ? query.data?.filter((student) => isAlike(student[field] ?? '', number)) : undefined,
  };
}
