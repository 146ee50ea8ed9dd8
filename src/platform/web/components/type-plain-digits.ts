import { withPlainDigits } from '#shared/characters.ts';
import { plainNumber } from '#shared/typed-number.ts';

/** Fields that take nothing but numbers. */
const numberFields = '[inputmode="numeric"], [inputmode="decimal"]';
/** Fields that take dates or numbers, and perhaps other text. */
const mixedFields = '[data-plain-digits], [data-takes-scans]';

/**
 * Digits of any script that are typed or pasted into a field for numbers, dates or searches arrive there as 0 to 9. Other
 * fields take what is typed, and their schema reads it.
 */
export function typePlainDigits(): void {
  window.addEventListener(
    'beforeinput',
    (event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement) || !event.data || event.isComposing) return;
      const plain = plainTextFor(field, event.data);
      if (plain === event.data) return;
      event.preventDefault();
      // The only way that keeps the caret, the undo stack, and the field's own formatting.
      document.execCommand('insertText', false, plain);
    },
    { capture: true },
  );
}

function plainTextFor(field: HTMLInputElement, typed: string): string {
  if (field.matches(numberFields)) return plainNumber(typed);
  return field.matches(mixedFields) ? withPlainDigits(typed) : typed;
}
