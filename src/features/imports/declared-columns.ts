import { z } from 'zod';
import {
  type DeclaredField,
  type DeclaredFields,
  type FieldValue,
  isPrinted,
  presetOf,
  readTexts,
} from '#shared/declared-field.ts';
import { ruleOf } from '#shared/declared-schema.ts';
import { dayInIndia, parseTypedDay, parseTypedMonth } from '#shared/format.ts';
import type { TextKind } from '#shared/spreadsheet-damage.ts';
import { plainNumber } from '#shared/typed-number.ts';

/** Strips currency marks: `₹1,200`, `Rs. 1200/-` and `1200.00` are whole rupees, too. */
export const bareAmount = (written: string) =>
  plainNumber(written)
    .replace(/^(₹|rs\.?|inr)/i, '')
    .replace(/[\s,]|\/-$|\.0+$/g, '');

/** The columns of an upload of declared fields. */
export function columnsOfFields(fields: DeclaredFields) {
  const written = Object.entries(fields).filter(([, { kind }]) => kind !== 'file');
  return written.map(([field, declared]) => {
    const { label: header, synonyms = '', example } = declared;
    const holds = holdsOf(declared);
    const words = 'options' in declared ? { words: Object.values(declared.options) } : {};
    const isRequired = presetOf(declared) === undefined;
    const rule = cellRule(declared);
    return {
      field,
      header,
      synonyms,
      example,
      holds,
      isPrinted: isPrinted(declared),
      rule,
      isRequired,
      ...words,
    };
  });
}

function holdsOf(declared: DeclaredField): TextKind {
  if (declared.kind === 'day' || declared.kind === 'month') return 'day';
  if (declared.kind !== 'line' && declared.kind !== 'paragraph') return 'text';
  return declared.holds ?? (declared.isNumber ? 'number' : 'text');
}

/**
 * Converts a cell's text to the number, day or choice that the form would send; the rule rejects what cannot be read.
 */
function cellRule(field: DeclaredField) {
  return z.preprocess((cell: string) => readCell(field, cell) ?? cell, ruleOf(field));
}

function readCell(field: DeclaredField, cell: string): FieldValue | null {
  switch (field.kind) {
    case 'day': {
      const today = dayInIndia(new Date());
      return parseTypedDay(cell, today, field.isPast && today);
    }
    case 'number':
    case 'rupees':
      return /^-?\d+$/.test(bareAmount(cell)) ? Number(bareAmount(cell)) : null;
    case 'decimal': {
      const number = plainNumber(cell).replace(/\s*%$/, '');
      return /^-?\d+(?:\.\d+)?$/.test(number) ? Number(number) : null;
    }
    case 'month':
      return parseTypedMonth(cell);
    case 'choice':
      return optionOf(field.options, cell) ?? null;
    case 'choices':
      return cell === '' ? [] : cell.split('|').map((part) => optionOf(field.options, part.trim()) ?? part);
    case 'scripts':
      return cell === '' ? {} : readTexts(cell);
    default:
      return null;
  }
}

/** The option with this name or label, ignoring case. */
function optionOf(options: Readonly<Record<string, string>>, written: string): string | undefined {
  const isMeant = (text: string) => text.toLowerCase() === written.toLowerCase();
  return Object.keys(options).find((name) => isMeant(name) || isMeant(options[name]!));
}
