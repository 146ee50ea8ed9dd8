import { z } from 'zod';
import { Id, Version } from '../fields.ts';
import type { LayoutColumn, ListLayout } from '../list-layout.ts';
import type { Role } from '../roles.ts';

/** A field of a master: a column of its list, an input of its form, a column of its sheet. */
export type MasterField = Pick<LayoutColumn<MasterRow>, 'width' | 'card'> & {
  /** Days are `yyyy-mm-dd`, `rupees` whole. */
  kind: 'line' | 'paragraph' | 'number' | 'rupees' | 'day';
  label: string;
  /** Below the input. */
  description?: string;
  /** What is refused, and how; required is what it refuses to be empty. */
  rule: z.ZodType<string | number>;
  /** What the template of the upload holds. */
  example: string;
  /** What else offices call it in their sheets, after commas; upper and lower case, spaces and dots do not matter. */
  synonyms?: string;
};

/** What somebody typed, by field; '' is no value, and stands as null in the table. */
export type MasterEntry = Record<string, string | number>;

export type MasterRow = {
  id: string;
  version: number;
  /** Records name it: it can neither be deleted nor change its key. */
  isUsed: boolean;
  [field: string]: string | number | boolean;
};

type Declaration = {
  /** Of its screen and its entry in the menu. */
  title: string;
  /** One entry, and all of them, as they stand within a sentence. */
  one: string;
  many: string;
  readBy: readonly Role[];
  editedBy: readonly Role[];
  fields: Readonly<Record<string, MasterField>>;
  /** The field that names an entry: no two have the same, in any letters, and an upload knows its entries by it. */
  key: string;
  /** The columns of other tables that name an entry by its id. */
  usedBy?: readonly { table: string; column: string }[];
};

export type Master<Name extends string = string> = Required<Declaration> & {
  name: Name;
  entry: z.ZodObject<Record<string, MasterField['rule']>>;
  row: z.ZodType<MasterRow, MasterRow>;
  layout: ListLayout<MasterRow>;
};

/**
 * Declares a master: list, form, upload, export, permissions (`courses:read`, `courses:edit`), audit events
 * (`courses.added` …) and screens follow. Its table has its name, a field stands in the column of its own (`contactNumber`
 * in `contact_number`), and the key has the unique index `<master>__<column>_unique`.
 */
export function master<Name extends string>(
  name: Name,
  { usedBy = [], ...declared }: Declaration,
): Master<Name> {
  const { fields } = declared;
  const values = mapFields(fields, ({ kind }) =>
    isNumber(kind) ? z.union([z.number(), z.literal('')]) : z.string(),
  );
  return {
    ...declared,
    name,
    usedBy,
    entry: z.object(mapFields(fields, ({ rule }) => rule)),
    // The fields' names are known to nobody but their declaration.
    row: z.object({ ...values, id: Id, version: Version, isUsed: z.boolean() }) as unknown as Master['row'],
    layout: { name, columns: mapFields(fields, columnOf) },
  };
}

export function isRequired({ rule }: MasterField): boolean {
  return !rule.safeParse('').success;
}

export function mapFields<Value>(
  fields: Master['fields'],
  toValue: (field: MasterField, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(field, name)]));
}

function isNumber(kind: MasterField['kind']): boolean {
  return kind === 'number' || kind === 'rupees';
}

function columnOf({ kind, label, width, card }: MasterField, name: string): LayoutColumn<MasterRow> {
  const isText = kind === 'line' || kind === 'paragraph';
  return { header: label, kind: isText ? 'text' : kind, width, card, sortKey: name };
}
