import { List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useSession } from '#platform/web/api/session.ts';
import { CommandDialog, pastDay } from '#platform/web/components/command-dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { findingDocuments } from '../contract.ts';

/** /auditor/findings/reports: the reports of closed inspections. */
export function InspectionReportsPage() {
  const query = useQuery(api.findings.listInspectionReports.queryOptions());
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Inspection reports`}
        description={t`A report has every finding that is open when the inspection is closed. It stays as it was closed.`}
        actions={
          useSession().code === 'ALL' && (
            <ToolbarButton
              label={t`Close an inspection`}
              isPrimary
              dialog={(onClose) => <CloseDialog onClose={onClose} />}
            />
          )
        }
      />
      <Loaded query={query}>
        {({ reports }) => (
          <List size="sm" spacing="xs" listStyleType="none">
            {reports.map(({ id, number, fromDay, toDay }) => (
              <List.Item key={id}>
                <PdfLink variant="default" size="xs" href={addressOf(findingDocuments.report, { id })}>
                  {t`Report ${number}: ${formatDay(fromDay)} to ${formatDay(toDay)}`}
                </PdfLink>
              </List.Item>
            ))}
          </List>
        )}
      </Loaded>
    </Stack>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const to = pastDay(t`To day`);
  return (
    <CommandDialog
      title={t`Close an inspection`}
      confirmLabel={t`Close inspection`}
      call={client.findings.closeInspection}
      fields={{ from: { ...pastDay(t`From day`), initial: `${to.initial.slice(0, 4)}-01-01` }, to }}
      input={(days) => days}
      done={() => t`The inspection is closed.`}
      onClose={onClose}
    >
      {t`Every open finding becomes a para of the report, or keeps the one that it has. This cannot be undone.`}
    </CommandDialog>
  );
}
