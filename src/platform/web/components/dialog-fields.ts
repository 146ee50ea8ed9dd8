import type { ErrorCode } from '#shared/errors.ts';
import type { FileReference } from '#shared/fields.ts';
import type { FileKind } from '#shared/file-kinds.ts';
import { t } from '#shared/words.ts';

type Common = {
  label: string;
  description?: string;
  isRequired?: boolean;
  isFocused?: boolean;
  /** Only shown once the server refused the command with this code. */
  isAskedBy?: ErrorCode;
};

/** A line or a paragraph; `missing` makes it required. */
type TextField = Common & {
  kind: 'line' | 'paragraph';
  initial?: string;
  maxLength: number;
  placeholder?: string;
  inputMode?: 'numeric';
  /** Shown while fewer than `atLeast` characters (default 3) are typed. */
  missing?: string;
  atLeast?: number;
};
/** `yyyy-mm-dd`. */
type DayField = Common & { kind: 'day'; initial: string; minDay?: string; maxDay?: string };
/** Whole numbers; `rupees` are grouped like money. */
type NumberField = Common & {
  kind: 'number' | 'rupees';
  initial: number | '';
  min: number;
  max?: number;
  suffix?: string;
  /** Shown while the number is missing or out of range. */
  missing: string;
};
type ChoiceField = Common & {
  kind: 'choice';
  options: readonly { value: string; label: string }[];
  initial: string | null;
  /** Shown while nothing is chosen. */
  missing: string;
  /** Shows the few options as radio buttons. */
  isRadio?: boolean;
};
/** Uploaded as soon as it is chosen; its id is sent. */
type UploadField = Common & { kind: 'file'; of: FileKind };
export type DialogField = TextField | DayField | NumberField | ChoiceField | UploadField;

/** By the field's name in the command's input. */
export type DialogFields = Record<string, DialogField>;

type ValueOf<Field extends DialogField> = Field extends { options: readonly { value: infer Value }[] }
  ? Value
  : Field extends { kind: 'number' | 'rupees' }
    ? number
    : Field extends { kind: 'file' }
      ? string | null
      : string;
/** The values, once no field has a fault. */
export type ValuesOf<Fields extends DialogFields> = {
  [Name in keyof Fields]: ValueOf<NonNullable<Fields[Name]>>;
};

export type Value = string | number | FileReference | null;
/** The current values, complete or not. */
export type Typed = Record<string, Value>;

export function initialValuesOf(fields: DialogFields): Typed {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.kind === 'file' ? null : field.kind === 'choice' ? field.initial : (field.initial ?? ''),
    ]),
  );
}

/** Trimmed texts, and files by id. */
export function valuesOf<Fields extends DialogFields>(typed: Typed): ValuesOf<Fields> {
  const values = Object.entries(typed).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value !== null && typeof value === 'object' ? value.id : value,
  ]);
  return Object.fromEntries(values) as ValuesOf<Fields>;
}

/** The message of the first field with a fault; null if there is none. */
export function faultOf(fields: DialogFields, typed: Typed): string | null {
  for (const [name, field] of Object.entries(fields)) {
    const fault = faultOfField(field, typed[name] ?? null);
    if (fault) return fault;
  }
  return null;
}

function faultOfField(field: DialogField, value: Value): string | null {
  switch (field.kind) {
    case 'line':
    case 'paragraph': {
      const isShort = String(value ?? '').trim().length < (field.atLeast ?? 3);
      return field.missing !== undefined && isShort ? field.missing : null;
    }
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? null : t`Enter the date as dd/mm/yyyy.`;
    case 'number':
    case 'rupees': {
      const isWithin = Number(value) >= field.min && Number(value) <= (field.max ?? Number.MAX_SAFE_INTEGER);
      return typeof value === 'number' && isWithin ? null : field.missing;
    }
    case 'choice':
      return value === null || value === '' ? field.missing : null;
    case 'file':
      return null;
  }
}
