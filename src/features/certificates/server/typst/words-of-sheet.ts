import type { University } from '#features/masters/server/university.ts';
import type { SheetFacts } from '../../sheet-facts.ts';
import type { CertificateSheet } from './certificate-sheet.ts';

const monthAndYear = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What a sheet can say, as it prints it; what it was not told when it was bound is empty. */
export function wordsOfSheet(
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
    // One that was bound before its parts were kept has them as one.
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

/** Of a sheet that was bound before languages were kept the names stand without one. */
export function namesByLanguage({ names, languages }: University): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [languages[index] ?? `${index}`, name]));
}

/** Names the site, so that a reader can tell a forger’s QR code from the university’s. */
export function verifyAddress(publicUrl: string): string {
  return `${new URL(publicUrl).host}/verify`;
}
