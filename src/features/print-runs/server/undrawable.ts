import type { Undrawable } from '#features/applications/server/return-undrawable.ts';
import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import type { SheetField } from '#features/certificates/template.ts';
import { languageOfUniversity } from '#features/masters/server/university.ts';
import type { Db } from '#platform/server/db/database.ts';
import { findScripts } from '#platform/server/db/printed-scripts.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { unprintableSentence } from '#shared/printed-scripts.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { findUnprintable } from '#shared/unprintable.ts';
import { t } from '#shared/words.ts';

type Named = { candidate_name: string; candidate_name_native: string | null };

/**
 * The locked certificates whose names cannot be printed in the university's scripts: an earlier release took them, or a
 * script is no longer chosen. What only drawing shows becomes known when the print file is composed.
 */
export async function findUndrawable<Row extends Named & { application_id: string }>(
  db: Db,
  certificates: readonly Row[],
): Promise<Map<Row, Undrawable>> {
  const scripts = await findScripts(db);
  const language = await languageOfUniversity(db);
  return new Map(
    certificates.flatMap((row) => {
      const names = { candidateName: row.candidate_name, candidateNameNative: row.candidate_name_native };
      for (const [field, name] of Object.entries(names)) {
        const found = findUnprintable(name ?? '', scripts);
        const sentence = () => unprintableSentence(found!, scripts);
        const undrawable = found && {
          applicationId: row.application_id,
          ...faultAt(field, language, sentence),
        };
        if (undrawable) return [[row, undrawable] as const];
      }
      return [];
    }),
  );
}

/** The fields of a sheet that come from its application, each with the reason for which it is returned. */
const fields: {
  [Field in SheetField | 'photo' | 'certificate']?: Pick<Undrawable, 'reason'> & { label: string };
} = {
  candidateName: { reason: 'name', label: t`Candidate name` },
  candidateNameNative: { reason: 'name', label: t`Name in another script` },
  registrationNumber: { reason: 'registration', label: t`Registration number` },
  examRollNumber: { reason: 'registration', label: t`Exam roll number` },
  degreeTitle: { reason: 'course', label: t`Course/Degree` },
  degreeTitles: { reason: 'course', label: t`Course/Degree` },
  subject: { reason: 'course', label: t`Course/Degree` },
  subjects: { reason: 'course', label: t`Course/Degree` },
  faculty: { reason: 'course', label: t`Course/Degree` },
  college: { reason: 'college', label: t`College` },
  modeOfStudy: { reason: 'other', label: t`Mode of study` },
  division: { reason: 'other', label: t`Class or division` },
  rank: { reason: 'other', label: t`Rank or medal` },
  photo: { reason: 'photo', label: t`Photo` },
  certificate: { reason: 'other', label: t`Certificate` },
};

/** Errors of a sheet that name none of its words. */
const wholeOf: Record<string, string> = {
  'certificates.photo_unreadable': 'photo',
  'certificates.not_printable': 'certificate',
};

/**
 * The sheet that an error of composing names, and why its application is returned; null if the fault is not the
 * application's but the template's or the university's, or not one of a sheet.
 */
export async function undrawableSheet(
  db: Db,
  sheets: readonly CertificateSheet[],
  error: DomainError,
): Promise<({ convocationNumber: string } & Omit<Undrawable, 'applicationId'>) | null> {
  const { number, letters, text } = (error.data ?? {}) as {
    number?: string;
    letters?: string;
    text?: string;
  };
  const sheet = sheets.find(({ words }) => words.convocationNumber === number);
  if (number === undefined || !sheet) return null;
  const faulty = text ?? letters?.split(' ')[0];
  const field = faulty === undefined ? wholeOf[error.code] : fieldWith(sheet, faulty);
  if (!field) return null;
  const again = domainError as (code: ErrorCode, data: unknown) => DomainError;
  const sentence = () => again(error.code as ErrorCode, error.data).message;
  return { convocationNumber: number, ...faultAt(field, await languageOfUniversity(db), sentence) };
}

/** The field that has these words, or, in a line of several fields and wording, the one with most of them. */
function fieldWith({ words }: CertificateSheet, faulty: string): string | undefined {
  const texts = Object.keys(fields).flatMap((field) => {
    const value = words[field as SheetField] ?? '';
    const each = typeof value === 'string' ? [value] : Object.values(value);
    // As a line is filled.
    return each.map((text) => ({ field, text: text.trim().replace(/\s+/g, ' ') }));
  });
  const [most] = texts
    .filter(({ text }) => text !== '' && faulty.includes(text))
    .sort((a, b) => b.text.length - a.text.length);
  return (texts.find(({ text }) => text.includes(faulty)) ?? most)?.field;
}

const longestRemark = 500;

/** The remark is in the language in which the university writes. */
function faultAt(
  field: string,
  language: Parameters<typeof inLanguage>[0],
  sentence: () => string,
): Omit<Undrawable, 'applicationId'> {
  const { reason, label } = fields[field as keyof typeof fields]!;
  const remark = inLanguage(language, () => `${translateLabel(label)}: ${sentence()}`);
  return { reason, remark: remark.slice(0, longestRemark) };
}
