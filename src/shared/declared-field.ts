import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type ChoiceList, shippedInWords } from './choice-lists.ts';
import type { FileReference } from './fields.ts';
import type { FileKind } from './file-kinds.ts';
import { formatDay, formatMonth, formatRupees } from './format.ts';
import type { LayoutColumn } from './list-layout.ts';
import type { PrintedScript, Unprintable } from './printed-scripts.ts';
import { isWrittenLanguage, writtenLanguages } from './scripts.ts';
import type { TextKind } from './spreadsheet-damage.ts';
import { findUnprintable } from './unprintable.ts';

/** A field that is declared once, for a list column, a form input and a spreadsheet column. */
export type DeclaredField = Pick<LayoutColumn<DeclaredRow>, 'card'> &
  KindOfField & {
    label: string;
    /** Shown below the input. */
    description?: string;
    /** The message for a missing value; without it the field is optional. */
    missing?: string;
    /** The field that has to be filled in if this one is. */
    needs?: string;
    /** The value in an empty form, and where a pack, an upload or the API leaves the field out. */
    initial?: string | number | readonly string[];
    /** The example in the upload template. */
    example: string;
    /** Other names in offices' spreadsheets, separated by commas; case, spaces and dots do not matter. */
    synonyms?: string;
  };

type KindOfField =
  | TextField
  | NumberField
  | DecimalField
  | DayField
  | MonthField
  | ChoiceField
  | ChoicesField
  | EntryField
  | FileField
  | ScriptsField;
/** Limits are in characters; `pattern` is a regular expression and its error message. */
type TextField = {
  kind: 'line' | 'paragraph';
  least?: number;
  most?: number;
  pattern?: { of: RegExp; sentence: string };
  /** The list that suggests values; others may be typed. */
  suggested?: ChoiceList;
  /** Validates the text together with the other fields; null if valid. */
  fault?: (text: string, entry: Readonly<Record<string, unknown>>) => string | null;
  /** Entered in any letters, stored in capitals. */
  isUpperCase?: true;
  /** An identifying number: spaces and hyphens are removed, and damage by spreadsheet programs is detected. */
  isNumber?: true;
  /** What counts as damage of its cells in an upload; by default that of a text, or of a number. */
  holds?: TextKind;
  /** A person's name: the rule of `PersonName`, and printed. */
  isName?: true;
  /** Printed on certificates or PDFs, so their fonts must have its letters; `scripts` are always printed. */
  isPrinted?: true;
};
/** Whole numbers from `least` (default 0) to `most`. */
type NumberField = { kind: 'number' | 'rupees'; least?: number; most?: number };
/** At most `places` decimals. `outOf` is the field with the maximum mark; both are required together. */
type DecimalField = { kind: 'decimal'; places: number; least?: number; most: number; outOf?: string };
/** `yyyy-mm-dd`; with `isPast` between 1900 and today. */
type DayField = { kind: 'day'; isPast?: true };
/** `yyyy-mm`. */
type MonthField = { kind: 'month' };
type Options = Readonly<Record<string, string>>;
/** One of `options`, stored by name and shown by label. */
type ChoiceField = { kind: 'choice'; options: Options };
/** Any number of them. */
type ChoicesField = { kind: 'choices'; options: Options };
/** A reference to another record by its name; if that record is renamed, so is the value here. */
/** Refers to a record; `settings.listNames` returns their names by `of`. */
type EntryField = { kind: 'entry'; of: string };
/** A file: an id when written, a reference when read. Not in spreadsheet uploads. */
type FileField = { kind: 'file'; of: FileKind };
/** Translations by language tag (BCP 47) into the university's languages: `{ kn: 'ಕಲಾ ಪದವಿ', hi: 'कला स्नातक' }`. */
type ScriptsField = { kind: 'scripts'; most?: number };

export type FieldValue = string | number | TextsByLanguage | readonly string[] | FileReference;
export type TextsByLanguage = Readonly<Record<string, string>>;
/** Form values by field; '' ({} for `scripts`, [] for `choices`) means no value, and is null in the table. */
export type DeclaredEntry = Record<string, FieldValue>;
type DeclaredRow = Record<string, FieldValue | boolean>;
export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

type ValueOf<Field extends DeclaredField> = Field extends { kind: 'number' | 'rupees' | 'decimal' }
  ? number | ''
  : Field extends { kind: 'scripts' }
    ? TextsByLanguage
    : Field extends { kind: 'choices' }
      ? readonly string[]
      : Field extends { kind: 'file' }
        ? string | FileReference
        : string;
/** The form values of known fields. */
export type EntryOf<Fields extends DeclaredFields> = {
  -readonly [Name in keyof Fields]: ValueOf<Fields[Name]>;
};

export function mapFields<Fields extends DeclaredFields, Value>(
  fields: Fields,
  toValue: (field: DeclaredField, name: keyof Fields & string) => Value,
): Record<keyof Fields & string, Value> {
  const values = Object.entries(fields).map(([name, field]) => [name, toValue(field, name)]);
  return Object.fromEntries(values) as Record<keyof Fields & string, Value>;
}

/** Whether the letters of a value have to be those of the university's scripts. */
export function isPrinted(field: DeclaredField): boolean {
  if (field.kind === 'scripts') return true;
  return 'isPrinted' in field || 'isName' in field;
}

/** Of an entry's values, those that are printed. */
export function printedValues<Values extends object>(
  fields: DeclaredFields,
  values: Values,
): Partial<Values> {
  const printed = Object.entries(values).filter(([name]) => fields[name] && isPrinted(fields[name]));
  return Object.fromEntries(printed) as Partial<Values>;
}

/** The first letter of a text, or of its languages, that these scripts do not have; null if they have all. */
export function unprintableIn(value: FieldValue, scripts: readonly PrintedScript[]): Unprintable | null {
  const texts = typeof value === 'object' ? Object.values(value) : [String(value)];
  // Line breaks are set as spaces.
  const found = texts.map((text) => findUnprintable(String(text).replace(/\s+/g, ' '), scripts));
  return found.find((one) => one !== null) ?? null;
}

/** The value of a field that is left out; undefined if it is required. */
export function presetOf(field: DeclaredField): FieldValue | undefined {
  return field.initial ?? (field.missing === undefined ? blankOf(field) : undefined);
}

/** An entry without values. */
export function blankEntry<Fields extends DeclaredFields>(fields: Fields): EntryOf<Fields> {
  return mapFields(fields, blankOf) as EntryOf<Fields>;
}

/** The values of these fields only; missing ones become blank. */
export function pickFields<Fields extends DeclaredFields>(
  fields: Fields,
  entry: Partial<EntryOf<Fields>>,
): EntryOf<Fields> {
  return mapFields(fields, (field, name) => entry[name] ?? blankOf(field)) as EntryOf<Fields>;
}

export function omitFields<Entry extends object, Fields extends DeclaredFields>(
  fields: Fields,
  entry: Entry,
): Omit<Entry, keyof Fields> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !(name in fields))) as Omit<
    Entry,
    keyof Fields
  >;
}

/** An entry without its blank fields, as the audit log stores it. */
export function withoutBlanks<Entry extends object>(fields: DeclaredFields, entry: Entry): Partial<Entry> {
  const given = Object.entries(entry).filter(([name, value]) => !(name in fields && isBlank(value)));
  return Object.fromEntries(given) as Partial<Entry>;
}

/** Its kind as a list column and in the database. */
export function columnKindOf({ kind }: DeclaredField): 'text' | 'number' | 'rupees' | 'day' {
  if (kind === 'decimal') return 'number';
  return kind === 'number' || kind === 'rupees' || kind === 'day' ? kind : 'text';
}

/** The blank value of a field in the form and the API. */
export function blankOf({ kind }: DeclaredField): FieldValue {
  if (kind === 'choices') return [];
  return kind === 'scripts' ? {} : '';
}

export function isBlank(value: FieldValue): boolean {
  return typeof value === 'object' ? Object.keys(value).length === 0 : value === '';
}

/** Cross-field errors of an entry, each at one field. */
export function crossFieldErrors(
  fields: DeclaredFields,
  entry: Readonly<Record<string, unknown>>,
): { name: string; sentence: string }[] {
  const fieldOf = (name: string) => (entry[name] ?? '') as FieldValue;
  return Object.entries(fields).flatMap(([name, field]) => {
    const needed = field.needs === undefined ? undefined : fields[field.needs];
    if (needed && !isBlank(fieldOf(name)) && isBlank(fieldOf(field.needs!)))
      return [{ name, sentence: t`Only with ${needed.label}.` }];
    if ('fault' in field && field.fault) {
      const text = entry[name] ?? '';
      const sentence = text === '' ? null : field.fault(String(text), entry);
      return sentence === null ? [] : [{ name, sentence }];
    }
    if (field.kind !== 'decimal' || field.outOf === undefined) return [];
    const [value, scale] = [fieldOf(name), fieldOf(field.outOf)];
    if (value === '' && scale === '') return [];
    const [first, second] = [field.label, fields[field.outOf]!.label];
    if (value === '' || scale === '') return [{ name, sentence: t`Enter ${first} and ${second}.` }];
    const most = Number(scale);
    return Number(value) > most ? [{ name, sentence: t`At most ${most}.` }] : [];
  });
}

/**
 * A value for lists, files and spreadsheets: choices by label, `Rank | Guide`, languages as `kn: … | hi: …`, a month as
 * `05/2024`.
 */
export function plainOf(field: DeclaredField, value: FieldValue): string | number | null {
  if (isBlank(value)) return null;
  const labelOf = (name: string) => {
    const label = 'options' in field && field.options[name];
    return label ? translateLabel(label) : name;
  };
  if (field.kind === 'month') return formatMonth(String(value));
  if (Array.isArray(value)) return value.map(labelOf).join(' | ');
  if (field.kind === 'file') return typeof value === 'string' ? value : (value as FileReference).name;
  if (typeof value !== 'object') return typeof value === 'string' ? labelOf(value) : value;
  return Object.entries(value)
    .map(([tag, text]) => `${tag}: ${text}`)
    .join(' | ');
}

/** A value as display text, whether or not its field is declared; '' if there is none. */
export function textOfField(fields: DeclaredFields, name: string, value: unknown): string {
  const field = fields[name];
  return field ? textOf(field, (value ?? '') as FieldValue) : String(value ?? '');
}

/** The same for a declared field: formatted days and amounts, languages by name. */
export function textOf(field: DeclaredField, value: FieldValue): string {
  if (isBlank(value)) return '';
  if (field.kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return formatDay(String(value));
  if (field.kind === 'rupees' && typeof value === 'number') return formatRupees(value);
  if (field.kind === 'line' && field.suggested === 'modes_of_study') return shippedInWords(String(value));
  if (field.kind !== 'scripts' || typeof value !== 'object') return String(plainOf(field, value));
  const nameOf = (tag: string) => (isWrittenLanguage(tag) ? translateLabel(writtenLanguages[tag].name) : tag);
  return Object.entries(value)
    .map(([tag, text]) => `${nameOf(tag)}: ${text}`)
    .join(' | ');
}

/** Parses languages in the format of `plainOf`; null if invalid. */
export function readTexts(written: string): TextsByLanguage | null {
  const parts = written.split('|').map((part) => /^\s*([a-z]{2,3})\s*:\s*(.+?)\s*$/u.exec(part));
  if (parts.some((part) => !part)) return null;
  const texts = parts.map((part) => [part![1]!, part![2]!] as const);
  return new Set(texts.map(([tag]) => tag)).size === texts.length ? Object.fromEntries(texts) : null;
}
