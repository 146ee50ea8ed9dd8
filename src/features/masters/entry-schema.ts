import { z } from 'zod';
import { Day, Id, Version } from '#shared/fields.ts';
import { isNumber, type MasterField, type MasterRow, mapFields } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';
import { t } from '#shared/words.ts';

/** What the form, the API and an upload take of an entry. */
export function entrySchema({ fields }: AnyMaster) {
  return z.object(mapFields(fields, ruleOf));
}

/** A row as the API answers it. */
export function rowSchema({ fields }: AnyMaster) {
  const values = mapFields(fields, (field) =>
    isNumber(field) ? z.union([z.number(), z.literal('')]) : z.string(),
  );
  const row = z.object({ ...values, id: Id, version: Version, isUsed: z.boolean() });
  // The fields' names are known to nobody but their declaration.
  return row as unknown as z.ZodType<MasterRow, MasterRow>;
}

/** What a field takes. */
export function ruleOf(field: MasterField): z.ZodType<string | number> {
  if (!isNumber(field) && field.kind !== 'day') return textOf(field);
  const rule = field.kind === 'day' ? Day : numberOf(field);
  return field.missing === undefined ? z.union([z.literal(''), rule]) : rule;
}

function textOf({ missing, least = 0, most = 1_000, pattern }: MasterField) {
  const text = missing === undefined ? z.string().trim() : z.string().trim().min(1, missing);
  return text
    .max(most)
    .refine((value) => value === '' || value.length >= least, t`At least ${least} characters.`)
    .refine((value) => value === '' || !pattern || pattern.of.test(value), pattern?.sentence);
}

function numberOf({ kind, missing, least = 0, most = 100_000_000 }: MasterField) {
  const whole = kind === 'rupees' ? t`Whole rupees, without paise.` : t`Enter a whole number.`;
  return z
    .number(missing ?? whole)
    .int(whole)
    .min(least)
    .max(most);
}
