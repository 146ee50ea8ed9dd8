import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { eventsOf } from '#features/audit/web/audit-log-list.tsx';
import { api } from '#features/client.ts';
import type { StaffStatus } from '#features/staff/contract.ts';
import { StaffStatusBadge } from '#features/staff/web/staff-columns.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { type Role, roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { PersonPage } from '../contract.ts';
import { useRecordKey } from './record-page.tsx';

/** /admin/records/person/<id>, /auditor/records/person/<id>: the person, their acts, and changes of their account. */
export function PersonRecordPage() {
  const id = useRecordKey();
  const person = useQuery(api.records.getPersonRecord.queryOptions({ input: { id } }));
  return <Loaded query={person}>{(found) => <Person person={found} />}</Loaded>;
}

function Person({ person }: { person: PersonPage }) {
  const { id, name, role, code, collegeName, state } = person;
  const [acts, account] = useMemo(
    () => [eventsOf({ actorId: id }), eventsOf({ recordType: 'staff', recordId: id })],
    [id],
  );
  return (
    <Stack gap="md">
      <PageHeader
        title={name}
        description={`${roleLabels[role as Role]} · ${collegeName ? `${code} — ${collegeName}` : t`ALL (whole university)`}`}
        actions={<StaffStatusBadge status={state as StaffStatus} />}
      />
      <ListSection {...acts} title={t`What this person did`} />
      <ListSection {...account} title={t`What was done to the account`} addressName="account" />
    </Stack>
  );
}
