import { typedNumber } from '#shared/fields.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';

/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud and typed correctly. */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code as somebody types it from a sheet, in any case and with any dashes and blanks. */
export const VerificationCode = typedNumber()
  .overwrite(bareNumber)
  .regex(/^(?:[0-9A-Z][\s-]*){10}$/i, t`A verification code looks like 7K3MQ-X2P9A.`);

/** Normalises a typed code to its ten stored characters; `o` is read as 0, `i` and `l` as 1. */
export function normaliseVerificationCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** `7K3MQX2P9A` → `7K3MQ-X2P9A`. */
export function formatVerificationCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
