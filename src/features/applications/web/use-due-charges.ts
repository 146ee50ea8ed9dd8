import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ScheduledCharge } from '#features/charges/charge.ts';
import { api } from '#features/client.ts';
import type { ApplicationDetail } from '../contract.ts';
import type { ApplicationFormState } from './application-form-values.ts';

const typingPause = 300;

/** The scheduled charges for what is chosen so far; undefined until the college is. */
export function useDueCharges(
  form: ApplicationFormState,
  application: ApplicationDetail | null,
): { charges: ScheduledCharge[] | undefined; error: unknown } {
  const { collegeId, courseId, certificateType, academicYear, category, attendance } = form.values;
  const { registrationNumber, examRollNumber, earlierNumber } = form.values;
  // For omitted fields the server uses the student with these numbers.
  const [numbers] = useDebouncedValue(`${registrationNumber}\n${examRollNumber}`, typingPause);
  const [registration = '', roll = ''] = numbers.split('\n');
  const said = <Value extends string>(field: 'category' | 'attendance', value: Value) =>
    value === '' && !form.isTouched(field) ? undefined : value;
  const { data, error } = useQuery(
    api.applications.listDueCharges.queryOptions({
      input: {
        applicationId: application?.id,
        registrationNumber: registration,
        examRollNumber: roll,
        collegeId,
        courseId: courseId || undefined,
        certificateType,
        academicYear,
        category: said('category', category),
        attendance: said('attendance', attendance),
        // Only whether a number is given affects the charges, not which one.
        earlierNumber: earlierNumber.trim() && 'typed',
      },
      enabled: collegeId !== '',
      placeholderData: keepPreviousData,
    }),
  );
  return { charges: collegeId === '' ? undefined : data, error };
}
