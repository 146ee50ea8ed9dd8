import { domainError, type FieldError, fieldError, invalidInput } from '#platform/server/domain-error.ts';

/** Deeper than any valid input, and far below what exhausts the stack of recursive parsers. */
const maximumDepth = 32;

/** PostgreSQL cannot store NUL, and lone surrogates are not valid UTF-8. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Control characters except tab and line break, and characters that reorder or hide text (Unicode's Bidi_Control, word
 * joiner, byte order mark). Kannada and Devanagari need the joiners U+200C and U+200D.
 */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for these
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/u;

/** Refuses texts that no table can store; for input that only looks something up. */
export function assertStorable(input: unknown): void {
  assertTexts(input, isStorable);
}

/** Refuses characters that must not get into records, and so into certificates, lists and mails. */
export function assertPrintable(input: unknown): void {
  assertTexts(input, (text) => text.isWellFormed() && !unprintable.test(text));
}

/** Checks every text of the input, including keys, without recursion. */
function assertTexts(input: unknown, isAccepted: (text: string) => boolean): void {
  const issues: FieldError[] = [];
  const waiting: { value: unknown; path: string[] }[] = [{ value: input, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (path.length > maximumDepth) throw domainError('request.unreadable');
    if (typeof value === 'string' && !isAccepted(value))
      issues.push(fieldError(path.join('.'), 'request.hidden_characters'));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (!isAccepted(key)) throw domainError('request.unreadable');
      if (typeof part === 'string' || typeof part === 'object')
        waiting.push({ value: part, path: [...path, key] });
    }
  }
  if (issues.length > 0) throw invalidInput(issues);
}
