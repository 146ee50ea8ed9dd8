import { Trans } from '@lingui/react/macro';
import { Anchor, ScrollArea, Stack, Table } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowsExchange, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { formatCount, formatDay } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type BankStatement, statementFiles } from '../contract.ts';
import { OpenLines } from './open-lines.tsx';
import { PaiseText } from './paise-text.tsx';
import classes from './statement.module.css';
import { StatementLines } from './statement-lines.tsx';

/** /admin/bank-statements/<id>: the open lines with their findings, the sums, and all lines. */
export function BankStatementPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const statement = useQuery(api.bankStatements.getBankStatement.queryOptions({ input: { id } }));
  return <Loaded query={statement}>{(found) => <OpenStatement statement={found} />}</Loaded>;
}

function OpenStatement({ statement }: { statement: BankStatement }) {
  const pathname = usePathname();
  const mayDecide = useMay('demand_drafts:settle');
  const isAuditor = deskOf(pathname) === 'auditor';
  const toAll = useLinkProps(isAuditor ? paths.auditor.bankStatements : paths.admin.bankStatements);
  const match = useCommand(client.bankStatements.matchBankStatement, {
    onSuccess: ({ settled }) => notifications.show({ message: settledSentence(settled), color: 'green' }),
  });
  return (
    <Stack gap="lg">
      <PageHeader
        title={statement.fileName}
        description={
          <>
            <Trans>
              {formatDay(statement.firstDay)} to {formatDay(statement.lastDay)} · uploaded by{' '}
              {statement.uploadedBy}, <Moment value={statement.uploadedAt} />
            </Trans>
            {statement.sheetName !== null && <> · {t`read from the sheet “${statement.sheetName}”`}</>}
            {statement.hiddenSheets.length > 0 && (
              <> · {t`hidden sheets were not read: ${statement.hiddenSheets.join(', ')}`}</>
            )}
            {!statement.isProvenByBalance && (
              <>
                {' · '}
                <b>{t`not proven by a balance`}</b>
              </>
            )}
          </>
        }
        actions={
          <>
            <Anchor
              href={addressOf(statementFiles.file, { id: statement.id })}
              download
              size="sm"
              className={classes.download}
            >
              <IconDownload size={16} aria-hidden /> {t`The file`}
            </Anchor>
            {mayDecide && (
              <ActionButton
                variant="default"
                leftSection={<IconArrowsExchange size={16} aria-hidden />}
                reason={statement.openCount === 0 ? t`No line is open.` : null}
                onClick={() => match.attempt({ id: statement.id })}
              >
                {t`Match again`}
              </ActionButton>
            )}
          </>
        }
      />
      {match.error != null && <ErrorNotice error={match.error} />}
      <OpenLines statement={statement} mayDecide={mayDecide} />
      <StatementSums statement={statement} />
      <StatementLines statement={statement} mayDecide={mayDecide} />
      <Anchor size="sm" {...toAll}>
        {t`All bank statements`}
      </Anchor>
    </Stack>
  );
}

function settledSentence(settled: number): string {
  if (settled === 0) return t`Nothing more settles by itself.`;
  return settled === 1 ? t`1 line settled.` : t`${formatCount(settled)} lines settled.`;
}

const parts = {
  matched: t`Matched`,
  open: t`Open`,
  setAside: t`Set aside`,
  repeated: t`In earlier statements`,
};
const headers = [t`In the file`, ...Object.values(parts), t`Difference`];

/** The file's sums and how they divide by state; the difference must be zero. */
function StatementSums({ statement }: { statement: BankStatement }) {
  /** The total, its parts, and the remaining difference. */
  const row = (
    whole: 'lineCount' | 'creditPaise' | 'debitPaise',
    partOf: 'Count' | 'CreditPaise' | 'DebitPaise',
  ) => {
    const ofParts = namesOf(parts).map((part) => statement[`${part}${partOf}`]);
    return [statement[whole], ...ofParts, ofParts.reduce((left, part) => left - part, statement[whole])];
  };
  const inPaise = (paise: number) => <PaiseText paise={paise} />;
  return (
    <Section title={t`Sums`} size="1rem">
      <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Sums` }}>
        <Table className={classes.sums} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              {headers.map((header) => (
                <Table.Th key={header} ta="right">
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <SumsRow label={t`Lines`} sums={row('lineCount', 'Count')} />
            <SumsRow label={t`Credits`} sums={row('creditPaise', 'CreditPaise').map(inPaise)} />
            <SumsRow label={t`Debits`} sums={row('debitPaise', 'DebitPaise').map(inPaise)} />
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Section>
  );
}

function SumsRow({ label, sums }: { label: string; sums: readonly ReactNode[] }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{label}</Table.Th>
      {sums.map((sum, place) => (
        <Table.Td key={headers[place]} ta="right">
          {sum}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
