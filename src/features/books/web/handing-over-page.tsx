import { IconUserShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { listSource, viewAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { formatMoment } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { statementsLayout } from '../columns.ts';
import { type Statement, statementDocument, statementLabels } from '../contract.ts';
import { useMoment } from './books-page.tsx';

const list = listSource<Statement>({
  layout: statementsLayout,
  page: api.books.listStatements,
  count: api.books.countStatements,
  addedBy: ['books.printed'],
});
const rowActions = [viewAction];

/** /auditor/books/handing-over: the printed statements, and a new one of an officer's charge. */
export function HandingOverPage() {
  const [at] = useMoment();
  return (
    <ListScreen
      title={t`Handing over of charge`}
      description={t`Statements of what an officer hands over, for both to sign, and of the four books.`}
      searchPlaceholder={t`Search by name...`}
      emptyMessage={t`No statement is printed yet`}
      emptyHelp={t`A statement that is printed again for the same moment is the same document.`}
      list={list}
      rowLabel={({ kind, at: asOf }) => `${translateLabel(statementLabels[kind])}, ${formatMoment(asOf)}`}
      detailsExtra={({ id }) => (
        <PdfLink variant="default" href={addressOf(statementDocument, { id })}>
          {t`Statement (PDF)`}
        </PdfLink>
      )}
      rowActions={rowActions}
      toolbarActions={[
        {
          label: t`Print a handing over`,
          icon: IconUserShare,
          isPrimary: true,
          dialog: (onClose) => <PrintDialog at={at} onClose={onClose} />,
        },
      ]}
    />
  );
}

function PrintDialog({ at, onClose }: { at: string; onClose: () => void }) {
  const people = useQuery(api.books.listOfficers.queryOptions());
  if (!people.data) return null;
  return (
    <CommandDialog
      title={t`Handing over of charge as of ${formatMoment(at)}`}
      confirmLabel={t`Print statement`}
      call={client.books.printStatement}
      fields={{
        personId: {
          kind: 'choice',
          label: t`Officer`,
          options: people.data.officers.map(({ id, name, email }) => ({
            value: id,
            label: `${name} · ${email}`,
          })),
          initial: null,
          missing: t`Choose the officer.`,
        },
      }}
      input={({ personId }) => ({ kind: 'handing_over' as const, at, personId })}
      done={() => t`The statement is printed. Open it in the list.`}
      onClose={onClose}
    >
      {t`Paper, drafts in hand, open runs and open proposals. Choose another moment under Books as of a day.`}
    </CommandDialog>
  );
}
