import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { StaffForm } from './staff-form.tsx';
import { staffKey } from './staff-list.ts';

/** The form of one role; `?edit=<id>` opens it filled in. */
export function StaffFormPage({ of }: { of: Role }) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const codes = useQuery({
    queryKey: [...staffKey, 'codes'],
    queryFn: ({ signal }) => client.staff.listStaffCodes(undefined, { signal }),
  });
  const person = useQuery({
    queryKey: [...staffKey, 'one', edit],
    queryFn: ({ signal }) => client.staff.getStaff({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    // The form's own version decides; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const error = codes.error ?? person.error;
  if (error) return <ErrorNotice error={error} />;
  if (!codes.data || (edit !== undefined && !person.data)) return <Loader aria-label={t`Loading`} />;
  // The role is the person's own, whatever page the address names.
  return (
    <StaffForm
      key={edit ?? 'new'}
      of={person.data?.role ?? of}
      person={person.data ?? null}
      colleges={codes.data.colleges}
    />
  );
}

/** /admin/add-case-worker. */
export function AddCaseWorkerPage() {
  return <StaffFormPage of="case_worker" />;
}

/** /admin/add-application-receiver. */
export function AddApplicationReceiverPage() {
  return <StaffFormPage of="receiver" />;
}

/** /admin/add-printer. */
export function AddPrinterPage() {
  return <StaffFormPage of="printer" />;
}

/** /admin/add-auditor. */
export function AddAuditorPage() {
  return <StaffFormPage of="auditor" />;
}
