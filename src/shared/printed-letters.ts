import { t } from '#shared/words.ts';

/**
 * Characters that all fonts of certificates and PDFs have in each weight (a test checks the font files): Latin as
 * Indian universities write it, Devanagari, Kannada.
 */
const printed =
  /^(?:[ -~\u00A0-\u00A3À-ćĊ-ēĖ-ěĞ-ģĦħĪīĮ-ıĶķĹ-ľŁ-ňŐ-ŕŘ-śŞ-šŤťŪūŮ-ž‘’‚“”„–—•…₹\u0964\u0965\u200C\u200D]|\p{Script=Devanagari}|[\u0C80-\u0CDB\u0CDD-\u0CFF])*$/u;

/** Whether certificates and PDFs can print it; decomposed letters are composed first. */
export function isPrintable(text: string): boolean {
  return printed.test(text.normalize('NFC'));
}

export const notPrintable = t`Letters that a font of the certificate has: Latin, Devanagari or Kannada.`;
