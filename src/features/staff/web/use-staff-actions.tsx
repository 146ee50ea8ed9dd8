import {
  IconDeviceMobileOff,
  IconKey,
  IconLockOpen,
  IconLogout,
  IconMailCheck,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import type { RowAction } from '#platform/web/components/list/list-declaration.ts';
import { useOpenRecord, useViewAction } from '#platform/web/components/list/use-view-action.ts';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { StaffMember } from '../contract.ts';
import { type StaffRuling, staffCan } from '../rules.ts';
import { type StaffAct, StaffActDialog } from './staff-act-dialog.tsx';

/** What can be done to an account from a list of staff, and the dialog that asks first. */
export function useStaffActions(): { rowActions: RowAction<StaffMember>[]; dialog: ReactNode } {
  const navigate = useNavigate();
  const { staffId } = useSession();
  const openRecord = useOpenRecord();
  const view = useViewAction<StaffMember>();
  const [asked, setAsked] = useState<{ act: StaffAct; person: StaffMember } | null>(null);
  const rowActions = useMemo<RowAction<StaffMember>[]>(() => {
    const ask = (act: StaffAct) => (person: StaffMember) => setAsked({ act, person });
    return [
      { label: t`Edit`, icon: 'edit', onClick: (row) => void navigate({ href: paths.admin.editStaff(row) }) },
      view,
      {
        label: t`Disable`,
        icon: IconUserOff,
        onRow: (row) =>
          row.disabledAt === null
            ? { label: t`Disable`, icon: IconUserOff }
            : { label: t`Enable`, icon: IconUserCheck },
        onClick: (row) => ask(row.disabledAt === null ? 'disable' : 'enable')(row),
        disabledReason: (row) =>
          reasonOf(row.disabledAt === null ? staffCan.disable(row, staffId) : staffCan.enable(row)),
      },
      {
        label: t`End sessions`,
        place: 'details',
        icon: IconLogout,
        onClick: ask('endSessions'),
        disabledReason: (row) => reasonOf(staffCan.endSessions(row, staffId)),
      },
      {
        label: t`Confirm Email Id`,
        place: 'details',
        icon: IconMailCheck,
        onClick: ask('confirmEmail'),
        disabledReason: (row) => reasonOf(staffCan.confirmEmail(row, staffId)),
      },
      {
        label: t`Unlock`,
        place: 'details',
        icon: IconLockOpen,
        onClick: ask('unlock'),
        disabledReason: (row) => reasonOf(staffCan.unlock(row, staffId)),
      },
      {
        label: t`Resend initial password`,
        place: 'details',
        icon: IconKey,
        onClick: ask('resendPassword'),
        disabledReason: (row) => reasonOf(staffCan.resendPassword(row, staffId)),
      },
      {
        label: t`Reset authenticator`,
        place: 'details',
        icon: IconDeviceMobileOff,
        onClick: ask('resetAuthenticator'),
        disabledReason: (row) => reasonOf(staffCan.resetAuthenticator(row, staffId)),
      },
      {
        label: t`Delete`,
        icon: 'delete',
        onClick: ask('delete'),
        disabledReason: (row) => reasonOf(staffCan.delete(row, staffId)),
      },
    ];
  }, [navigate, staffId, view]);

  const dialog = asked && (
    <StaffActDialog
      key={`${asked.act} ${asked.person.id}`}
      act={asked.act}
      person={asked.person}
      onDone={(act) => {
        setAsked(null);
        if (act === 'delete') openRecord(undefined);
      }}
      onClose={() => setAsked(null)}
    />
  );
  return { rowActions, dialog };
}

function reasonOf(ruling: StaffRuling): string | null {
  return ruling === true ? null : errorSentence(ruling, undefined);
}
