import { columnKindOf, type FieldValue, mapFields, plainOf } from '#shared/declared-field.ts';
import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { Student } from './contract.ts';
import { studentRecord } from './studies.ts';

export const studentsLayout = {
  name: 'students',
  columns: {
    name: { header: t`Student Name`, sortKey: 'name', card: 'title' },
    collegeName: {
      header: t`College`,
      value: (row) => `${row.collegeName} (${row.collegeCode})`,
      card: 'line',
    },
    address: { header: t`Address`, card: 'line' },
  },
  onRequest: {
    label: t`With the award record`,
    columns: mapFields(
      studentRecord,
      (field, name): LayoutColumn<Record<string, FieldValue>> => ({
        header: field.label,
        kind: columnKindOf(field),
        value: (row) => plainOf(field, row[name]!),
      }),
    ),
  },
} as const satisfies ListLayout<Student>;
