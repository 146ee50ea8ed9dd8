import { plainNumber } from '#shared/typed-number.ts';

/**
 * Digits of any script that are typed or pasted into a field for numbers arrive there as 0 to 9; it would drop them.
 * Other fields take what is typed, and their schema reads it.
 */
export function typePlainDigits(): void {
  window.addEventListener(
    'beforeinput',
    (event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement) || !/^(?:numeric|decimal)$/.test(field.inputMode)) return;
      const typed = event.data;
      if (!typed || event.isComposing || plainNumber(typed) === typed) return;
      event.preventDefault();
      // The only way that keeps the caret, the undo stack, and the field's own formatting.
      document.execCommand('insertText', false, plainNumber(typed));
    },
    { capture: true },
  );
}
