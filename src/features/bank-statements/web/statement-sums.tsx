import { ScrollArea, Stack, Table, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { BankStatement } from '../contract.ts';
import { PaiseText } from './paise-text.tsx';
import classes from './statement.module.css';

const parts = { matched: t`Matched`, open: t`Open`, setAside: t`Set aside`, repeated: t`In earlier ones` };
const headers = [t`In the file`, ...Object.values(parts), t`Difference`];

/** The file's sums and how they divide by state; the difference must be zero. */
export function StatementSums({ statement }: { statement: BankStatement }) {
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
    <Stack component="section" gap="xs" aria-labelledby="statement-sums">
      <Title order={2} id="statement-sums" fz="1rem">
        {t`Sums`}
      </Title>
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
    </Stack>
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
