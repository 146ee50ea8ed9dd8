import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';
import type { ChoiceList } from './choice-lists.ts';
import type { FileReference } from './fields.ts';
import type { FileKind } from './file-kinds.ts';
import { formatDay, formatMonth, formatRupees } from './format.ts';
import type { LayoutColumn } from './list-layout.ts';
import { isWrittenLanguage, writtenLanguages } from './scripts.ts';

/** A field that is declared once: a column of a list, an input of a form, a column of a sheet. */
export type DeclaredField = Pick<LayoutColumn<DeclaredRow>, 'width' | 'card'> &
  KindOfField & {
    label: string;
    /** Below the input. */
    description?: string;
    /** What is said where nothing is entered; without it the field is optional. */
    missing?: string;
    /** The field without which this one does not stand. */
    needs?: string;
    /** What the template of the upload holds. */
    example: string;
    /** What else offices call it in their sheets, after commas; upper and lower case, spaces and dots do not matter. */
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
/** Bounds are of its characters; `pattern` is what it has to look like, and what is said where it does not. */
type TextField = {
  kind: 'line' | 'paragraph';
  least?: number;
  most?: number;
  pattern?: { of: RegExp; sentence: string };
  /** The list of choices that suggests values; any other may be typed. */
  suggested?: ChoiceList;
  /** What is wrong with a text that is entered, seen with the other fields; null where nothing is. */
  fault?: (text: string, entry: Readonly<Record<string, unknown>>) => string | null;
  /** A number that names something: its spaces and hyphens are left out, and a spreadsheet program may have damaged it. */
  isNumber?: true;
  /** Certificates or papers print it, so that their fonts have to have its letters; `scripts` are always printed. */
  isPrinted?: true;
};
/** Whole, from `least` (0 if it is not said) to `most`. */
type NumberField = { kind: 'number' | 'rupees'; least?: number; most?: number };
/** With so many decimals at most. `outOf` is the field that has the most that it can be; one does not stand without the other. */
type DecimalField = { kind: 'decimal'; places: number; least?: number; most: number; outOf?: string };
/** `yyyy-mm-dd`; what is past lies between 1900 and today. */
type DayField = { kind: 'day'; isPast?: true };
/** `yyyy-mm`. */
type MonthField = { kind: 'month' };
type Options = Readonly<Record<string, string>>;
/** One of `options`, which are stored by their names and shown by their labels. */
type ChoiceField = { kind: 'choice'; options: Options };
/** Any of them. */
type ChoicesField = { kind: 'choices'; options: Options };
/** One record of another kind, by its name: what it is called there, its row here says, too. */
type EntryField = { kind: 'entry'; of: EntrySource };
/** A file: its id where it is written, a reference where it is read. No upload of a sheet has it. */
type FileField = { kind: 'file'; of: FileKind };
/** The same in the languages of the university, by their tags (BCP 47): `{ kn: 'ಕಲಾ ಪದವಿ', hi: 'कला स्नातक' }`. */
type ScriptsField = { kind: 'scripts'; most?: number };

/** What declared fields refer to; `settings.listNames` answers the names of each. */
export const entrySources = ['colleges', 'courses', 'certificateTypes', 'papers', 'numberSeries'] as const;
export type EntrySource = (typeof entrySources)[number];

export type FieldValue = string | number | TextsByLanguage | readonly string[] | FileReference;
export type TextsByLanguage = Readonly<Record<string, string>>;
/** What somebody typed, by field; '' (of `scripts` {}, of `choices` []) is no value, and stands as null in the table. */
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
/** What somebody typed, where the names of the fields are known. */
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

/** An entry in which nothing is typed. */
export function blankEntry<Fields extends DeclaredFields>(fields: Fields): EntryOf<Fields> {
  return mapFields(fields, blankOf) as EntryOf<Fields>;
}

/** The values of these fields alone; what is not said is blank. */
export function pickFields<Fields extends DeclaredFields>(
  fields: Fields,
  entry: Partial<EntryOf<Fields>>,
): EntryOf<Fields> {
  return mapFields(fields, (field, name) => entry[name] ?? blankOf(field)) as EntryOf<Fields>;
}

/** An entry without these fields. */
export function omitFields<Entry extends object, Fields extends DeclaredFields>(
  fields: Fields,
  entry: Entry,
): Omit<Entry, keyof Fields> {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !(name in fields))) as Omit<
    Entry,
    keyof Fields
  >;
}

/** An entry without those of the fields that are blank: what the audit log keeps of a record. */
export function withoutBlanks<Entry extends object>(fields: DeclaredFields, entry: Entry): Partial<Entry> {
  const given = Object.entries(entry).filter(([name, value]) => !(name in fields && isBlank(value)));
  return Object.fromEntries(given) as Partial<Entry>;
}

/** How a list writes it, and the database holds it. */
export function columnKindOf({ kind }: DeclaredField): 'text' | 'number' | 'rupees' | 'day' {
  if (kind === 'decimal') return 'number';
  return kind === 'number' || kind === 'rupees' || kind === 'day' ? kind : 'text';
}

/** No value of a field, as the form and the API have it. */
export function blankOf({ kind }: DeclaredField): FieldValue {
  if (kind === 'choices') return [];
  return kind === 'scripts' ? {} : '';
}

export function isBlank(value: FieldValue): boolean {
  return typeof value === 'object' ? Object.keys(value).length === 0 : value === '';
}

/** What is wrong between the fields of an entry, each said at one of them. */
export function faultsBetween(
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

/** A value as a list, a file and a sheet have it: choices by their labels, `Rank | Guide`, languages as `kn: … | hi: …`, a month as `05/2024`. */
export function plainOf(field: DeclaredField, value: FieldValue): string | number | null {
  if (isBlank(value)) return null;
  const labelOf = (name: string) => {
    const label = 'options' in field && field.options[name];
    return label ? said(label) : name;
  };
  if (field.kind === 'month') return formatMonth(String(value));
  if (Array.isArray(value)) return value.map(labelOf).join(' | ');
  if (field.kind === 'file') return typeof value === 'string' ? value : (value as FileReference).name;
  if (typeof value !== 'object') return typeof value === 'string' ? labelOf(value) : value;
  return Object.entries(value)
    .map(([tag, text]) => `${tag}: ${text}`)
    .join(' | ');
}

/** A value as a screen writes it, whether or not its field is declared; '' where there is none. */
export function textOfField(fields: DeclaredFields, name: string, value: unknown): string {
  const field = fields[name];
  return field ? textOf(field, (value ?? '') as FieldValue) : String(value ?? '');
}

/** The same of a field that is at hand: days and amounts as screens write them, languages by their names. */
export function textOf(field: DeclaredField, value: FieldValue): string {
  if (isBlank(value)) return '';
  if (field.kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(String(value))) return formatDay(String(value));
  if (field.kind === 'rupees' && typeof value === 'number') return formatRupees(value);
  if (field.kind !== 'scripts' || typeof value !== 'object') return String(plainOf(field, value));
  const nameOf = (tag: string) => (isWrittenLanguage(tag) ? said(writtenLanguages[tag].name) : tag);
  return Object.entries(value)
    .map(([tag, text]) => `${nameOf(tag)}: ${text}`)
    .join(' | ');
}

/** What `plainOf` wrote, or somebody in its form; null where it cannot be read. */
export function readTexts(written: string): TextsByLanguage | null {
  const parts = written.split('|').map((part) => /^\s*([a-z]{2,3})\s*:\s*(.+?)\s*$/u.exec(part));
  if (parts.some((part) => !part)) return null;
  const texts = parts.map((part) => [part![1]!, part![2]!] as const);
  return new Set(texts.map(([tag]) => tag)).size === texts.length ? Object.fromEntries(texts) : null;
}
