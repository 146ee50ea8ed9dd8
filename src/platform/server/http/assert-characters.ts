import { domainError, type FieldError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { codeOf, findHidden, findInvisible } from '#shared/characters.ts';

/** Deeper than any valid input, and far below what exhausts the stack of recursive parsers. */
const maximumDepth = 32;

/** Refuses texts that no table can store: PostgreSQL knows no NUL, and lone surrogates are not valid UTF-8. */
export function assertStorable(input: unknown): void {
  assertTexts(input, (text) => {
    if (text.includes('\0')) return 'U+0000';
    const [half] = text.isWellFormed() ? [] : (/\p{Cs}/u.exec(text) ?? []);
    return half === undefined ? null : codeOf(half);
  });
}

/**
 * Refuses characters that must not get into records, and so into certificates, lists and mails. The schema of the input
 * has removed what it could: see `typedText`.
 */
export function assertPrintable(input: unknown): void {
  assertTexts(input, (text, key) => (secrets.has(key) ? null : (findHidden(text) ?? findInvisible(text))));
}

/** Nobody sees or stores them as typed. */
const secrets: ReadonlySet<string> = new Set(['password', 'confirmation', 'currentPassword']);

/** Checks every text of the input, including keys, without recursion; `find` names the character at fault. */
function assertTexts(input: unknown, find: (text: string, key: string) => string | null): void {
  const issues: FieldError[] = [];
  const waiting: { value: unknown; path: string[] }[] = [{ value: input, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (path.length > maximumDepth) throw domainError('request.unreadable');
    const character = typeof value === 'string' ? find(value, path.at(-1) ?? '') : null;
    if (character !== null)
      issues.push(fieldError(path.join('.'), 'request.hidden_characters', { character }));
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (find(key, '') !== null) throw domainError('request.unreadable');
      if (typeof part === 'string' || typeof part === 'object')
        waiting.push({ value: part, path: [...path, key] });
    }
  }
  if (issues.length > 0) throw invalidInput(issues);
}
