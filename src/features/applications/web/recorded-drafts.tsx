import { Table } from '@mantine/core';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { formatDay } from '#shared/dates.ts';
import { formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import classes from './draft-fields.module.css';

/** The drafts that an application has already; they stay with it. */
export function RecordedDrafts({ application }: { application: ApplicationDetail }) {
  if (application.allocations.length === 0) return null;
  return (
    <FormSection title={t`Recorded demand drafts`}>
      <Table className={classes.recorded}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`DD number`}</Table.Th>
            <Table.Th>{t`DD date`}</Table.Th>
            <Table.Th>{t`Bank and branch`}</Table.Th>
            <Table.Th ta="right">{t`Amount`}</Table.Th>
            <Table.Th ta="right">{t`Pays here`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {application.allocations.map((draft) => (
            <Table.Tr key={draft.demandDraftId}>
              <Table.Td>{draft.number}</Table.Td>
              <Table.Td>{formatDay(draft.drawnOn)}</Table.Td>
              <Table.Td>
                {draft.bank}, {draft.branch}
              </Table.Td>
              <Table.Td ta="right">{formatRupees(draft.amount)}</Table.Td>
              <Table.Td ta="right">{formatRupees(draft.allocatedAmount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </FormSection>
  );
}
