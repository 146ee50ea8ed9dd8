import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import type { EarlierApplication } from '../contract.ts';
import type { ApplicationFormState } from './application-form-values.ts';
import { isAlike, type NumberField } from './student-fill.ts';

const typingPause = 300;
const shortestNumber = 3;

/**
 * The existing application with a number of the form, in its college once that is chosen; null if there is none, or if
 * the number is the `recorded` one of the application being corrected.
 */
export function useEarlierApplication(
  form: ApplicationFormState,
  by: NumberField,
  recorded = '',
): EarlierApplication | null {
  const typed = form.values[by].trim();
  const [number] = useDebouncedValue(typed, typingPause);
  const isAsked = number === typed && typed.length >= shortestNumber && !isAlike(typed, recorded);
  const { data } = useQuery(
    api.applications.findEarlierApplication.queryOptions({
      input: { by, number, collegeId: form.values.collegeId || undefined },
      enabled: isAsked,
    }),
  );
  return (isAsked && data?.application) || null;
}
