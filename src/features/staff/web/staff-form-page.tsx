import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { RecordFormPage } from '#platform/web/components/record-form-page.tsx';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { StaffForm } from './staff-form.tsx';

/** The form of one role; `?edit=<id>` opens it filled in. */
export function StaffFormPage({ of }: { of: Role }) {
  const { data: codes, error } = useQuery(api.staff.listStaffCodes.queryOptions());
  return (
    <RecordFormPage get={api.staff.getStaff}>
      {(person) => {
        if (!codes) return error ? <ErrorNotice error={error} /> : <Loader aria-label={t`Loading`} />;
        // The role is the person's own, whatever page the address names.
        return (
          <StaffForm
            key={person?.id ?? 'new'}
            of={person?.role ?? of}
            person={person}
            colleges={codes.colleges}
          />
        );
      }}
    </RecordFormPage>
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
