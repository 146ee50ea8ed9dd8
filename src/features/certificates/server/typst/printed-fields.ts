import type { University } from '#features/masters/server/university.ts';
import type { SheetFacts } from '../../sheet-facts.ts';
import type { CertificateSheet } from './certificate-sheet.ts';

const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The fields of a sheet as printed; facts not recorded when it was bound are empty. */
export function printedFields(
  facts: SheetFacts,
  printed: { university: University; blankSerial: string; verificationCode: string; publicUrl: string },
): CertificateSheet['words'] {
  const { award = {}, convocation, degree } = facts;
  const { university, blankSerial, verificationCode, publicUrl } = printed;
  return {
    university: university.name,
    universityNames: namesByLanguage(university),
    title: facts.title ?? facts.certificateType,
    titles: facts.titles ?? {},
    candidateName: facts.candidateName,
    candidateNameNative: facts.candidateNameNative ?? '',
    // Sheets bound before the parts were recorded have only the whole.
    degreeTitle: degree?.title ?? facts.course,
    degreeTitles: degree?.titles ?? {},
    subject: degree?.subject ?? '',
    subjects: degree?.subjects ?? {},
    faculty: degree?.faculty ?? '',
    college: facts.college,
    academicYear: facts.academicYear,
    modeOfStudy: facts.modeOfStudy,
    division: award.division ?? '',
    cgpa: award.cgpa ? [award.cgpa, award.cgpaScale].filter(Boolean).join(' of ') : '',
    percentage: award.percentage ? `${award.percentage} %` : '',
    examination: award.examinationMonth ? monthAndYear.format(new Date(award.examinationMonth)) : '',
    rank: award.rank ?? '',
    registrationNumber: facts.registrationNumber,
    examRollNumber: facts.examRollNumber,
    convocation: convocation?.name ?? '',
    ordinance: convocation?.ordinance ?? '',
    resolution: convocation?.resolution ?? '',
    place: convocation?.place || university.place,
    issuedOn: longDate.format(new Date(facts.issuedOn)),
    convocationNumber: facts.convocationNumber,
    copy: facts.copyNumber > 0 ? `Duplicate copy ${facts.copyNumber}` : '',
    blankSerial,
    verificationCode,
    verifyAt: verifyAddress(publicUrl),
  };
}

/** Sheets bound before languages were recorded have untagged names. */
export function namesByLanguage({ names, languages }: University): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [languages[index] ?? `${index}`, name]));
}

/** Shows the host, so that a reader can tell a forged QR code from the university's. */
export function verifyAddress(publicUrl: string): string {
  return `${new URL(publicUrl).host}/verify`;
}
