/** Letters that have no accent to take off. */
const plainLetters: Record<string, string> = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ŧ: 't' };

/**
 * A text as short lists of choices in the browser compare it: without accents, nuktas, apostrophes, dots, blanks and case.
 * Records are compared by `search_form` of the database.
 */
export function foldedForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\p{Cf}\s.'"`´ʼ′‘’‚‛“”„‟]/gu, '')
    .toLowerCase()
    .replace(/[đðħıłøŧ]/g, (letter) => plainLetters[letter]!);
}
