import { splitSerial } from '#features/stock/serials.ts';
import type { DeclaredFields } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';

/** What a university holds before its first application; one kind of upload each. */
export const openingKinds = ['opening_blanks', 'opening_drafts', 'earlier_certificates'] as const;
export type OpeningKind = (typeof openingKinds)[number];

export function isOpeningKind(kind: string): kind is OpeningKind {
  return (openingKinds as readonly string[]).includes(kind);
}

const serial = {
  kind: 'line',
  isNumber: true,
  most: 10,
  pattern: {
    of: /^[A-Z]{1,4}(?=\d{1,6}$)0*[1-9]\d*$/i,
    sentence: t`One to four letters and a number from 1 to 999999, for example A001001.`,
  },
} as const;

export const openingFields = {
  opening_blanks: {
    paper: {
      kind: 'entry',
      of: 'papers',
      label: t`Paper code`,
      missing: t`Enter the code of the paper.`,
      example: 'PAR-MAR',
      synonyms: 'paper, code, kind of paper, type, certificate type, paper type',
    },
    firstSerial: {
      ...serial,
      label: t`From serial`,
      missing: t`Enter the first serial number.`,
      example: 'A001001',
      synonyms: 'from, first, first serial, first serial number, from serial number, serial from, start',
    },
    lastSerial: {
      ...serial,
      label: t`To serial`,
      missing: t`Enter the last serial number.`,
      example: 'A001500',
      synonyms: 'to, last, last serial, last serial number, to serial number, serial to, end',
    },
    holder: {
      kind: 'line',
      most: 120,
      label: t`Held by`,
      example: 'printer@university.example',
      synonyms: 'holder, with, holder email, email, email id, person',
    },
  },
  opening_drafts: {
    number: {
      kind: 'line',
      isNumber: true,
      label: t`DD number`,
      missing: t`Enter the number of the draft.`,
      pattern: { of: /^\d{6}$/, sentence: t`A draft number has 6 digits.` },
      example: '123456',
      synonyms: 'number, draft number, dd no, draft no, demand draft number, demand draft no, no',
    },
    drawnOn: {
      kind: 'day',
      isPast: true,
      label: t`Date of the draft`,
      missing: t`Enter the date of the draft.`,
      example: '14/08/2026',
      synonyms: 'date, dd date, draft date, drawn on, date of draft',
    },
    bank: {
      kind: 'line',
      least: 2,
      most: 80,
      label: t`Bank`,
      missing: t`Enter the issuing bank.`,
      example: 'State Bank of India',
      synonyms: 'bank name, issuing bank, drawn on bank',
    },
    branch: {
      kind: 'line',
      least: 2,
      most: 80,
      label: t`Branch`,
      missing: t`Enter the issuing branch.`,
      example: 'Mysuru Main',
      synonyms: 'branch name, issuing branch, bank branch',
    },
    amount: {
      kind: 'rupees',
      least: 1,
      label: t`Amount`,
      missing: t`Enter the amount of the draft.`,
      example: '2100',
      synonyms: 'draft amount, dd amount, rupees, amount in rupees',
    },
    balance: {
      kind: 'rupees',
      label: t`Balance`,
      example: '1400',
      synonyms: 'unused, unused amount, balance amount, remaining, remaining amount',
    },
    college: {
      kind: 'entry',
      of: 'colleges',
      label: t`College code`,
      missing: t`Enter the code of the college.`,
      example: 'COL001',
      synonyms: 'college, code, college id, college no, institution code, coll code',
    },
    alikeReason: {
      kind: 'line',
      least: 3,
      most: 300,
      label: t`Reason why it is another draft`,
      example: '',
      synonyms: 'reason',
    },
  },
  earlier_certificates: {
    number: {
      kind: 'line',
      holds: 'number',
      most: 40,
      label: t`Certificate number`,
      missing: t`Enter the number of the certificate.`,
      pattern: { of: /\d/, sentence: t`A number with digits, as on the certificate.` },
      example: '2018/000123',
      synonyms: 'number, no, convocation number, convocation no, certificate no, degree number',
    },
    name: {
      kind: 'line',
      holds: 'name',
      most: 120,
      label: t`Name`,
      missing: t`Enter the name.`,
      pattern: {
        of: /^(?=.*\p{L})(?:\p{L}|\p{M}|[ .,'’()/-]|\u200C|\u200D)*$/u,
        sentence: t`Letters only, as on the certificate.`,
      },
      example: 'Asha Rao',
      synonyms: 'candidate name, student name, name of the candidate, full name, graduate',
    },
    degree: {
      kind: 'line',
      most: 160,
      label: t`Degree`,
      missing: t`Enter the degree.`,
      example: 'Bachelor of Engineering',
      synonyms: 'title, degree title, course, course / degree, award',
    },
    issuedOn: {
      kind: 'day',
      isPast: true,
      label: t`Date`,
      missing: t`Enter the date of the certificate.`,
      example: '12/03/2019',
      synonyms: 'date of issue, issued on, issue date, given on, certificate date, convocation date',
    },
    serial: {
      kind: 'line',
      holds: 'number',
      most: 40,
      label: t`Serial number`,
      missing: t`Enter the serial number of the sheet.`,
      pattern: { of: /\d/, sentence: t`A number with digits, as on the sheet.` },
      example: 'B004711',
      synonyms: 'serial, serial no, sheet serial, sheet number, sl no of sheet',
    },
  },
} as const satisfies Record<OpeningKind, DeclaredFields>;

/** Contradictions between two cells of an opening balance that are valid by themselves, reported at one of them. */
export function openingFaults(
  kind: string,
  values: Readonly<Record<string, unknown>>,
): { name: string; sentence: string }[] {
  if (kind === 'opening_drafts' && Number(values.balance ?? 0) > Number(values.amount))
    return [{ name: 'balance', sentence: t`At most the amount of the draft.` }];
  if (kind !== 'opening_blanks') return [];
  const [first, last] = [values.firstSerial, values.lastSerial].map((serial) => splitSerial(String(serial)));
  const isRange = first && last && first.prefix === last.prefix && first.number <= last.number;
  return isRange ? [] : [{ name: 'lastSerial', sentence: t`The last serial must be after the first.` }];
}
