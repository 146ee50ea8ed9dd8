import { Code, Stack } from '@mantine/core';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { auditField, spelledOut } from '#shared/audit-names.ts';
import { formatPaise, formatRupees } from '#shared/format.ts';
import { isWrittenLanguage, writtenLanguages } from '#shared/scripts.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { AuditEvent } from '../contract.ts';

/** What an event changed, field by field, and its raw record for exact comparison. */
export function EventChanges({ event: { recordType, before, after } }: { event: AuditEvent }) {
  const rows = rowsOf(recordType, [], before, after);
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs">
      <PlainTable
        layout="fixed"
        style={{ overflowWrap: 'anywhere' }}
        columns={{
          field: { header: t`Field` },
          before: before !== null && { header: t`Before` },
          after: after !== null && { header: t`After` },
        }}
        rows={rows}
      />
      <details>
        <summary>{t`As it is recorded`}</summary>
        <Code block>{JSON.stringify({ before, after }, null, 2)}</Code>
      </details>
    </Stack>
  );
}

type Row = { id: string; field: string; before: string; after: string };

/** A row for each value in both; `path` are the names that lead to them. */
function rowsOf(recordType: string, path: readonly string[], before: unknown, after: unknown): Row[] {
  const [parts, newParts] = [partsOf(before), partsOf(after)];
  return [...new Set([...parts.keys(), ...newParts.keys()])].flatMap((name) => {
    const [old, now] = [parts.get(name), newParts.get(name)];
    const of = name === '' ? path : [...path, name];
    if (isNested(old) || isNested(now)) return rowsOf(recordType, of, old, now);
    return {
      id: of.join('.'),
      field: labelOf(recordType, of),
      before: valueInWords(recordType, of, old),
      after: valueInWords(recordType, of, now),
    };
  });
}

/** Whether it has rows of its own: an object, or a list of some. */
function isNested(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.some(isNested) : Object.keys(value).length > 0;
}

/** Its values by name, or by number from 1; a value that was not nested before has none. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (!isNested(value)) return new Map(value === undefined || value === null ? [] : [['', value]]);
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  return new Map(value.map((part, index) => [String(index + 1), part]));
}

/** `Copies 2: Serial number` */
function labelOf(recordType: string, path: readonly string[]): string {
  const [first = '', ...rest] = path;
  return rest.reduce(
    (words, name) => (/^\d+$/.test(name) ? `${words} ${name}` : `${words}: ${nameInWords(recordType, name)}`),
    nameInWords(recordType, first),
  );
}

function nameInWords(recordType: string, name: string): string {
  const field = auditField(recordType, name);
  if (field) return translateLabel(field.label);
  return isWrittenLanguage(name) ? translateLabel(writtenLanguages[name].name) : spelledOut(name);
}

function valueInWords(recordType: string, path: readonly string[], value: unknown): string {
  if (value === undefined || value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return numberInWords(auditField(recordType, path.at(-1)!)?.kind, value);
  if (Array.isArray(value)) return listInWords(recordType, path, value) || '-';
  return typeof value === 'object' ? '-' : String(value);
}

function numberInWords(kind: string | undefined, value: number): string {
  if (kind === 'paise') return formatPaise(value);
  return kind === 'rupees' ? formatRupees(value) : String(value);
}

/** A list of fields, such as the columns of an exported file, is one of labels. */
function listInWords(recordType: string, path: readonly string[], values: readonly unknown[]): string {
  const areFields = values.every((one) => typeof one === 'string' && auditField(recordType, one));
  return values
    .map((one) => (areFields ? nameInWords(recordType, one as string) : valueInWords(recordType, path, one)))
    .join(', ');
}
