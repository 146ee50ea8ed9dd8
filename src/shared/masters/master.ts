import type { LayoutColumn, ListLayout } from '../list-layout.ts';
import type { Role } from '../roles.ts';

/** A field of a master: a column of its list, an input of its form, a column of its sheet. */
export type MasterField = Pick<LayoutColumn<MasterRow>, 'width' | 'card'> & {
  /** Days are `yyyy-mm-dd`, `number` and `rupees` whole. */
  kind: 'line' | 'paragraph' | 'number' | 'rupees' | 'day';
  label: string;
  /** Below the input. */
  description?: string;
  /** What is said where nothing is entered; without it the field is optional. */
  missing?: string;
  /** Bounds: of a text its characters, of a number itself (0 if `least` is not said). */
  least?: number;
  most?: number;
  /** What a text has to look like, and what is said where it does not. */
  pattern?: { of: RegExp; sentence: string };
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
  return { ...declared, name, usedBy, layout: { name, columns: mapFields(declared.fields, columnOf) } };
}

export function mapFields<Value>(
  fields: Master['fields'],
  toValue: (field: MasterField, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toValue(field, name)]));
}

export function isNumber({ kind }: Pick<MasterField, 'kind'>): boolean {
  return kind === 'number' || kind === 'rupees';
}

function columnOf({ kind, label, width, card }: MasterField, name: string): LayoutColumn<MasterRow> {
  const isText = kind === 'line' || kind === 'paragraph';
  return { header: label, kind: isText ? 'text' : kind, width, card, sortKey: name };
}
