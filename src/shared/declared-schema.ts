import { z } from 'zod';
import { t } from '#shared/words.ts';
import {
  crossFieldErrors,
  type DeclaredField,
  type DeclaredFields,
  type EntryOf,
  type FieldValue,
  mapFields,
  presetOf,
} from './declared-field.ts';
import { Day, FileReference, Month, typedNumber, typedText } from './fields.ts';
import { dayInIndia } from './format.ts';
import { PersonName } from './names.ts';
import { isWrittenIn, isWrittenLanguage } from './scripts.ts';

/** The schema fields of an entry; fields with a preset may be omitted. */
export function entryShape<Fields extends DeclaredFields>(fields: Fields) {
  const shape = mapFields(fields, (field) => {
    const rule = ruleOf(field);
    const preset = presetOf(field);
    return preset === undefined ? rule : rule.default(preset);
  });
  // TypeScript cannot derive the types of fields through a loop.
  return shape as unknown as {
    [Name in keyof Fields]: z.ZodDefault<z.ZodType<EntryOf<Fields>[Name], EntryOf<Fields>[Name]>>;
  };
}

/** The same for a record with further fields: omitted fields stay unchanged. */
export function partialShape<Fields extends DeclaredFields>(fields: Fields) {
  return mapFields(fields, (field) => ruleOf(field).optional()) as unknown as {
    [Name in keyof Fields]: z.ZodOptional<z.ZodType<EntryOf<Fields>[Name], EntryOf<Fields>[Name]>>;
  };
}

/** The schema fields of a row in API responses. */
export function readShape<Fields extends DeclaredFields>(fields: Fields) {
  return mapFields(fields, readRule) as unknown as {
    [Name in keyof Fields]: z.ZodType<EntryOf<Fields>[Name], EntryOf<Fields>[Name]>;
  };
}

/** Reports cross-field errors of an entry; for the `superRefine` of its schema. */
export function reportCrossFieldErrors(fields: DeclaredFields) {
  return (entry: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => {
    for (const { name, sentence } of crossFieldErrors(fields, entry))
      context.addIssue({ code: 'custom', path: [name], message: sentence, input: entry[name] });
  };
}

/** The validation of a declared field in the form, the API and uploads. */
export function ruleOf(field: DeclaredField): z.ZodType<FieldValue> {
  switch (field.kind) {
    case 'line':
    case 'paragraph':
      return field.isName ? PersonName() : textRule(field);
    case 'scripts':
      return scriptsRule(field);
    case 'day':
      return orBlank(field, field.isPast ? Day.refine(isPast, t`Enter a date from 1900 to today.`) : Day);
    case 'month':
      return orBlank(field, Month);
    case 'decimal':
      return orBlank(field, decimalRule(field));
    case 'choice':
      return orBlank(field, z.enum(Object.keys(field.options), field.missing ?? t`Choose one of the list.`));
    case 'choices':
      return choicesRule(field);
    case 'file':
      return orBlank(field, z.uuid(field.missing));
    case 'entry':
      return orBlank(field, typedText().min(1, field.missing).max(200));
    default:
      return orBlank(field, numberRule(field));
  }
}

/** The schema of a value in API responses; a missing value is ''. */
export function readRule({ kind }: DeclaredField): z.ZodType<FieldValue> {
  if (kind === 'scripts') return z.record(z.string(), z.string());
  if (kind === 'choices') return z.array(z.string());
  if (kind === 'file') return z.union([FileReference, z.literal('')]);
  const isNumber = kind === 'number' || kind === 'rupees' || kind === 'decimal';
  return isNumber ? z.union([z.number(), z.literal('')]) : z.string();
}

function isPast(day: string): boolean {
  return day >= '1900-01-01' && day <= dayInIndia(new Date());
}

/** Allows an empty value. Errors are those of the rule, not of the union. */
function orBlank<Value extends FieldValue>({ missing }: DeclaredField, rule: z.ZodType<Value>) {
  if (missing !== undefined) return rule;
  return z.union([z.literal(''), rule], {
    error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined),
  });
}

function textRule({
  missing,
  least = 0,
  most = 1_000,
  pattern,
  isUpperCase,
  isNumber,
}: Extract<DeclaredField, { kind: 'line' | 'paragraph' }>) {
  const given = (isNumber ? typedNumber() : typedText()).trim();
  const trimmed = isUpperCase ? given.toUpperCase() : given;
  const typed = isNumber ? trimmed.overwrite((value) => value.replace(/[ -]/g, '')) : trimmed;
  const text = missing === undefined ? typed : typed.min(1, missing);
  return text
    .max(most)
    .refine((value) => value === '' || value.length >= least, t`At least ${least} characters.`)
    .refine((value) => value === '' || !pattern || pattern.of.test(value), pattern?.sentence);
}

function numberRule({
  kind,
  missing,
  least = 0,
  most = 100_000_000,
}: Extract<DeclaredField, { kind: 'number' | 'rupees' }>) {
  const whole = kind === 'rupees' ? t`Whole rupees, without paise.` : t`Enter a whole number.`;
  return z
    .number(unlessNumber(missing ?? whole))
    .int(whole)
    .min(least)
    .max(most);
}

/** The message for input that is not a number; range errors have their own. */
function unlessNumber(sentence: string) {
  return { error: ({ code }: { code: string }) => (code === 'invalid_type' ? sentence : undefined) };
}

function decimalRule({ missing, places, least = 0, most }: Extract<DeclaredField, { kind: 'decimal' }>) {
  return z
    .number(unlessNumber(missing ?? t`Enter a number.`))
    .min(least)
    .max(most)
    .refine((value) => Number(value.toFixed(places)) === value, t`At most ${places} decimals.`);
}

/** In the order of the options, without duplicates. */
function choicesRule({ options, missing }: Extract<DeclaredField, { kind: 'choices' }>) {
  const names = Object.keys(options);
  return z
    .array(z.enum(names, t`Choose one of the list.`))
    .transform((chosen) => names.filter((name) => chosen.includes(name)))
    .refine((chosen) => missing === undefined || chosen.length > 0, missing);
}

function scriptsRule({ missing, most = 200 }: Extract<DeclaredField, { kind: 'scripts' }>) {
  return (
    z
      .record(typedText(), typedText().trim().normalize('NFC').max(most))
      // A language with an empty text is dropped.
      .transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')))
      .refine(
        (texts) =>
          Object.entries(texts).every(([tag, text]) => isWrittenLanguage(tag) && isWrittenIn(tag, text)),
        t`Each text in the letters of its own language.`,
      )
      .refine((texts) => missing === undefined || Object.keys(texts).length > 0, missing)
  );
}
