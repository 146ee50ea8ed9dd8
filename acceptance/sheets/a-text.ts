import { expect } from 'vitest';
import { nativeLetters, pdfjsText, popplerText, says } from './a-judges.ts';
import type { Printed, Sheet } from './a-sheets.ts';

/** Texts of the record that every design prints; what else stands on the sheet is compared between the two readers. */
function recordOf({ name, native, degree, subject, number, code }: Sheet): Record<string, string> {
  return {
    name,
    ...(native ? { 'native name': native } : {}),
    degree,
    ...(subject ? { subject } : {}),
    'convocation number': number,
    // In two groups, as it is typed at /verify.
    'verification code': `${code.slice(0, 5)}-${code.slice(5)}`,
  };
}

/** Every text of the record that either reader copies otherwise, sheet after sheet. */
export async function copiedWrong({ pdf, sheets }: Pick<Printed, 'pdf' | 'sheets'>): Promise<string[]> {
  const readers = { pdftotext: popplerText(pdf), 'pdf.js': await pdfjsText(pdf) };
  for (const [reader, pages] of Object.entries(readers))
    expect(pages.length, `pages that ${reader} reads of ${sheets.length} sheets`).toBe(sheets.length);
  const faults: string[] = [];
  for (const sheet of sheets) {
    for (const [reader, pages] of Object.entries(readers)) {
      const page = pages[sheet.page - 1]!;
      for (const [what, text] of Object.entries(recordOf(sheet)))
        if (!says(page, text))
          faults.push(`${reader}, ${sheet.number}: ${what} '${text}' is not in: ${page}`);
    }
    const [poppler, pdfjs] = Object.values(readers).map((pages) => nativeLetters(pages[sheet.page - 1]!));
    // Names of the university and of the degree, titles of offices, wording: whatever it is, both read the same of it.
    if (poppler !== pdfjs)
      faults.push(
        `${sheet.number}: the readers differ: ${Object.values(readers)
          .map((pages) => pages[sheet.page - 1])
          .join(' | ')}`,
      );
  }
  return faults;
}

/** A code as the sheet groups it: JEMKT-S5MTE. */
export const groups = (code: string) => new RegExp(`\\b${[...code].join('[- ]?')}\\b`);

/** The masters' texts in Indian scripts that a sheet shows at all have to be whole: those of which its page has the first word. */
export function mastersCut(pages: string[], texts: string[], names: string[]): string[] {
  const faults: string[] = [];
  for (const [index, page] of pages.entries())
    for (const text of texts) {
      const first = [...text].slice(0, 3).join('');
      // A candidate's name may begin as an office does: कुलकर्णी and कुलपति.
      const others = names.reduce((rest, name) => rest.replaceAll(name, ' '), page);
      if (others.includes(first) && !texts.some((one) => one.startsWith(first) && says(page, one)))
        faults.push(`page ${index + 1}: '${text}' is copied otherwise: ${page}`);
    }
  return faults;
}
