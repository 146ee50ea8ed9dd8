import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import type { FoundStudent } from '#features/students/contract.ts';
import { contactFields } from '#shared/award-record.ts';
import { translateLabel as inWords } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFormState, Choices } from './application-form-values.ts';
import { fieldLabels, ownModes } from './application-labels.ts';
import {
  type Fill,
  fillFrom,
  hasNumberOf,
  type NumberField,
  narrowed,
  undoFill,
  withContact,
  withOffered,
} from './student-fill.ts';

/** What the student master has for the typed numbers, and the actions it offers. */
export type StudentLookup = {
  sentence: string;
  /** Whether it asks for a second look. */
  isWarning: boolean;
  /** From whom the form is filled in. */
  student: FoundStudent | null;
  /** Students to choose from, where several share the number. */
  several: readonly FoundStudent[];
  /** Fills in from this student. */
  choose: (student: FoundStudent) => void;
  change: { label: string; act: () => void } | null;
};

const debounceMilliseconds = 300;
const minimumLength = 3;

/**
 * Looks up the student by the typed numbers and fills in the form. Changing a number clears the filled fields at once,
 * so that nobody is received under another person's name.
 */
export function useStudentLookup(
  form: ApplicationFormState,
  choices: Choices,
  isEnabled: boolean,
): StudentLookup {
  const [fill, setFill] = useState<Fill | null>(null);
  const [undone, setUndone] = useState<string | null>(null);
  const byRegistration = useFound('registrationNumber', form, isEnabled);
  const isUnknown = byRegistration.isIdle || byRegistration.students?.length === 0;
  const isShared = (byRegistration.students?.length ?? 0) > 1;
  const byRoll = useFound('examRollNumber', form, isEnabled && (isUnknown || isShared));
  const decisive = isUnknown && !byRoll.isIdle ? byRoll : byRegistration;
  const students = decisive.students && narrowed(decisive.students, form.values, byRoll.students);
  const offered = {
    courseId: choices.courses.map(({ id }) => id),
    academicYear: choices.academicYears,
    modeOfStudy: useChoices('modes_of_study', ownModes).map(({ value }) => value),
  };
  const only = students?.length === 1 ? students[0] : undefined;

  function applyFill(student: FoundStudent): void {
    const next = fillFrom(withOffered(student, offered), decisive.field, form.getValues());
    form.setValues(next.filled);
    for (const field of Object.keys(next.filled)) form.clearFieldError(field);
    setFill(next);
    setUndone(null);
  }

  function revertFill(taken: Fill): void {
    form.setValues(undoFill(taken, form.getValues()));
    setFill(null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the numbers or what was found change
  useEffect(() => {
    if (fill && !hasNumberOf(fill, form.getValues())) revertFill(fill);
    else if (!fill && only && only.id !== undone) applyFill(only);
  }, [fill, only, undone, form.values.registrationNumber, form.values.examRollNumber]);

  const isContactKept = form.values.contactNotice !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the consent is ticked
  useEffect(() => {
    if (!fill || !isContactKept) return;
    const values = form.getValues();
    const next = withContact(fill, values);
    const added = contactFields.filter((field) => field in next.filled && values[field] === '');
    form.setValues(Object.fromEntries(added.map((field) => [field, next.filled[field]])));
    setFill(next);
  }, [isContactKept]);

  function undo(): void {
    if (!fill) return;
    setUndone(fill.student.id);
    revertFill(fill);
  }

  const lookup = (sentence: string, more: Partial<StudentLookup> = {}): StudentLookup => ({
    sentence,
    isWarning: false,
    student: fill?.student ?? null,
    several: [],
    choose: applyFill,
    change: null,
    ...more,
  });
  if (fill)
    return lookup(sentenceOfFill(fill), {
      isWarning: fill.kept.length > 0,
      change: hasFilled(fill) ? { label: t`Undo`, act: undo } : null,
    });
  if (decisive.isFailed) return lookup(t`The student master is not available at the moment.`);
  if (!students) return lookup('');
  const [first, ...others] = students;
  if (!first) return lookup(t`Not in the student master.`);
  if (others.length > 0)
    return lookup(t`The student master has this number more than once. Choose the student:`, {
      isWarning: true,
      several: students,
    });
  // The form is filled in right after this render, so there is nothing to say yet.
  if (first.id !== undone) return lookup('');
  return lookup(t`In the student master: ${nameOf(first)}.`, {
    change: { label: t`Fill in`, act: () => applyFill(first) },
  });
}

function sentenceOfFill(fill: Fill): string {
  const student = nameOf(fill.student);
  const kept = fill.kept.map((field) => inWords(fieldLabels[field])).join(', ');
  const source = hasFilled(fill)
    ? t`Filled in from the student master: ${student}.`
    : t`In the student master: ${student}.`;
  return kept === '' ? source : `${source} ${t`Left as you typed, though the master differs: ${kept}.`}`;
}

function hasFilled({ filled }: Fill): boolean {
  return Object.keys(filled).length > 0;
}

export function nameOf(student: FoundStudent): string {
  return `${student.name}, ${student.collegeName}`;
}

/** The students with one number of the form, once typing pauses; idle while the number is too short. */
function useFound(field: NumberField, form: ApplicationFormState, isEnabled: boolean) {
  const typed = form.values[field].trim();
  const [number] = useDebouncedValue(typed, debounceMilliseconds);
  const isIdle = !isEnabled || typed.length < minimumLength;
  const query = useQuery(
    api.students.findStudents.queryOptions({
      input: { number, by: field },
      enabled: !isIdle && number.length >= minimumLength,
    }),
  );
  const isCurrent = !isIdle && number === typed;
  return {
    field,
    isIdle,
    isFailed: isCurrent && query.isError,
    students: isCurrent ? query.data : undefined,
  };
}
