import { t } from '#shared/words.ts';
import { typedText } from './fields.ts';

/** Latin letters, and characters within names: `D'Souza`, `K. R. Rao`, `Mary-Ann`. */
const latinName = /^(?=.*\p{Script=Latin})[\p{Script=Latin}\p{M} .,'’()/-]*$/u;
/** Both scripts need the zero-width joiners. */
const nativeName = /^(?=.*\p{L})(?:[\p{Script=Kannada}\p{Script=Devanagari}\p{M} .,'’()/-]|\u200C|\u200D)*$/u;

/** A person's name in Latin letters, in one field, as on the marks card. */
export function LatinName(missing: string) {
  return typedText()
    .trim()
    .normalize('NFC')
    .min(1, missing)
    .max(120)
    .regex(latinName, t`Latin letters only, as on the marks card.`);
}

/** The same name in Kannada or Devanagari; may be empty. */
export const NativeName = typedText()
  .trim()
  .normalize('NFC')
  .max(120)
  .refine((name) => name === '' || nativeName.test(name), t`Kannada or Devanagari letters only.`);
