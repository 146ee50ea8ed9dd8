import { z } from 'zod';
import { t } from '#shared/words.ts';
import { findSpreadsheetDamage } from './spreadsheet-damage.ts';

/** A record's id: a UUID, version 7, so that ids sort by the moment of their making. */
export const Id = z.uuid();

/** `yyyy-mm-dd`. */
export const Day = z.iso.date(t`Enter the date as dd/mm/yyyy.`);

/** An ISO 8601 moment with its offset. */
export const Moment = z.iso.datetime({ offset: true });

/** Whole rupees. */
export const Rupees = z.number().int(t`Whole rupees, without paise.`).min(0).max(100_000_000);

/** Whole rupees above zero; the sentence says of what. */
export function positiveRupees(sentence: string) {
  return z.number(sentence).int(t`Whole rupees, without paise.`).min(1, sentence).max(100_000_000);
}

/** A number that names somebody, unless a spreadsheet program changed it before it was pasted. */
export function unchangedNumber(number: z.ZodString) {
  return number.refine(
    (text) => findSpreadsheetDamage(text) === null,
    t`A spreadsheet program changed this number. Enter it as on the marks card.`,
  );
}

/** The version of the record that the caller read; a change refuses when it is not the newest. */
export const Version = z.number().int().positive();
