import { Checkbox, ScrollArea, Table } from '@mantine/core';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';

/** Certificates to tick, with how many are ticked at the foot. `onChange` gets the ids of those that are not. */
export function BundleChoice({
  certificates,
  chosen,
  onChange,
}: {
  certificates: Certificate[];
  chosen: Certificate[];
  onChange: (leftOut: string[]) => void;
}) {
  const goesAlong = new Set(chosen.map((one) => one.id));
  const isComplete = chosen.length === certificates.length;

  function toggle(id: string): void {
    onChange(certificates.filter((one) => goesAlong.has(one.id) === (one.id === id)).map((one) => one.id));
  }

  return (
    <ScrollArea>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                aria-label={t`All certificates`}
                checked={isComplete}
                indeterminate={chosen.length > 0 && !isComplete}
                onChange={() => onChange(isComplete ? certificates.map((one) => one.id) : [])}
              />
            </Table.Th>
            <Table.Th>{t`Convocation number`}</Table.Th>
            <Table.Th>{t`Student`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`Exam roll number`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`Course`}</Table.Th>
            <Table.Th>{t`Blank serial`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {certificates.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Checkbox
                  aria-label={t`Certificate ${one.convocationNumber}`}
                  checked={goesAlong.has(one.id)}
                  onChange={() => toggle(one.id)}
                />
              </Table.Td>
              <Table.Td>{one.convocationNumber}</Table.Td>
              <Table.Td>{one.studentName}</Table.Td>
              <Table.Td visibleFrom="sm">{one.examRollNumber}</Table.Td>
              <Table.Td visibleFrom="sm">{`${one.courseDegree}, ${one.certificateType}`}</Table.Td>
              <Table.Td ff="monospace">{one.blankSerial}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={6} role="status">
              {t`${formatCount(chosen.length)} of ${formatCount(certificates.length)} certificates`}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea>
  );
}
