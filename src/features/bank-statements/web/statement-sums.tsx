import { ScrollArea, Table, Title } from '@mantine/core';
import { t } from '#shared/words.ts';
import type { BankStatement } from '../contract.ts';
import { PaiseText } from './paise-text.tsx';
import classes from './statement.module.css';

/** What the file says, and where every rupee of it is: the difference is nothing, or something is wrong. */
export function StatementSums({ statement }: { statement: BankStatement }) {
  const sides = [
    {
      label: t`Credits`,
      total: statement.creditPaise,
      parts: [
        statement.matchedCreditPaise,
        statement.openCreditPaise,
        statement.setAsideCreditPaise,
        statement.repeatedCreditPaise,
      ],
    },
    {
      label: t`Debits`,
      total: statement.debitPaise,
      parts: [
        statement.matchedDebitPaise,
        statement.openDebitPaise,
        statement.setAsideDebitPaise,
        statement.repeatedDebitPaise,
      ],
    },
  ];
  const counts = [
    statement.matchedCount,
    statement.openCount,
    statement.setAsideCount,
    statement.repeatedCount,
  ];
  const headers = [t`In the file`, t`Matched`, t`Open`, t`Set aside`, t`In earlier ones`, t`Difference`];
  return (
    <section aria-labelledby="statement-sums" className={classes.part}>
      <Title order={2} id="statement-sums" className={classes.title}>
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
            <Table.Tr>
              <Table.Th scope="row">{t`Lines`}</Table.Th>
              <Table.Td ta="right">{statement.lineCount}</Table.Td>
              {counts.map((count, place) => (
                <Table.Td key={headers[place + 1]} ta="right">
                  {count}
                </Table.Td>
              ))}
              <Table.Td ta="right">{differenceOf(statement.lineCount, counts)}</Table.Td>
            </Table.Tr>
            {sides.map(({ label, total, parts }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td ta="right">
                  <PaiseText paise={total} />
                </Table.Td>
                {parts.map((paise, place) => (
                  <Table.Td key={headers[place + 1]} ta="right">
                    <PaiseText paise={paise} />
                  </Table.Td>
                ))}
                <Table.Td ta="right">
                  <PaiseText paise={differenceOf(total, parts)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </section>
  );
}

function differenceOf(total: number, parts: readonly number[]): number {
  return parts.reduce((left, part) => left - part, total);
}
