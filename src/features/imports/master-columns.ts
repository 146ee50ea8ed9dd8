import { z } from 'zod';
import { ruleOf } from '#features/masters/entry-schema.ts';
import { dayInIndia, parseTypedDay } from '#shared/format.ts';
import { isNumber, type MasterField } from '#shared/masters/master.ts';
import type { AnyMaster } from '#shared/masters/masters.ts';

/** `₹1,200`, `Rs. 1200/-` and `1200.00` are whole rupees, too. */
export const bareAmount = (written: string) =>
  written.replace(/^(₹|rs\.?|inr)/i, '').replace(/[\s,]|\/-$|\.0+$/g, '');

/** The columns of the upload of a master. */
export function columnsOfMaster({ fields }: AnyMaster) {
  return Object.entries(fields).map(columnOf);
}

function columnOf([field, declared]: [string, MasterField]) {
  const { label: header, synonyms = '', example } = declared;
  return {
    field,
    header,
    synonyms,
    example,
    rule: cellRule(declared),
    isRequired: declared.missing !== undefined,
  };
}

/** What a form has as a number or a day, a sheet has as text; what cannot be read the rule refuses. */
function cellRule(field: MasterField) {
  return z.preprocess((cell: string) => {
    if (field.kind === 'day') return parseTypedDay(cell, dayInIndia(new Date())) ?? cell;
    const isFigure = isNumber(field) && /^-?\d+$/.test(bareAmount(cell));
    return isFigure ? Number(bareAmount(cell)) : cell;
  }, ruleOf(field));
}
