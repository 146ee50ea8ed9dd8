import { awardFacts } from '#shared/award-facts.ts';
import { t } from '#shared/words.ts';
import { activePeriod } from './active-period.ts';
import { certificateDesigns } from './certificate-designs.ts';
import { master } from './master.ts';

/** Degree, Provisional, Rank …: the subject of an application. */
export const certificateTypes = master('certificate_types', {
  fourEyes: true,
  key: ['name'],
  usedBy: [
    { table: 'applications', column: 'certificate_type', by: 'name' },
    { table: 'print_runs', column: 'certificate_type', by: 'name' },
    { table: 'proofs', column: 'certificate_type', by: 'name' },
    { table: 'templates', column: 'certificate_type', by: 'name' },
  ],
  fields: {
    name: {
      kind: 'line',
      isPrinted: true,
      label: t`Certificate type`,
      description: t`For example Degree. It cannot be changed once applications are received for it.`,
      missing: t`Enter the certificate type.`,
      least: 2,
      most: 60,
      example: 'Migration',
      synonyms: 'type, name, type of certificate',
      card: 'title',
    },
    title: {
      kind: 'line',
      isPrinted: true,
      label: t`Printed title`,
      description: t`As the certificate prints it: Degree Certificate. Without it the name is printed.`,
      most: 120,
      example: 'Migration Certificate',
      synonyms: 'title, heading',
      card: 'line',
    },
    titles: {
      kind: 'scripts',
      label: t`Printed title in other languages`,
      most: 120,
      example: 'kn: ವಲಸೆ ಪ್ರಮಾಣಪತ್ರ | hi: प्रवासन प्रमाणपत्र',
      synonyms: 'titles, title in other languages',
    },
    template: {
      kind: 'choice',
      options: certificateDesigns,
      label: t`Template`,
      description: t`How the certificate looks while no template of the type is in force. Without one it has the ornamental border.`,
      example: 'Ornamental border',
      synonyms: 'template, design, layout',
    },
    requires: {
      kind: 'choices',
      label: t`Asks for`,
      description: t`What has to be in the award record before such an application is verified.`,
      options: awardFacts,
      example: 'Class or division | Month and year of the examination',
      synonyms: 'requires, required facts',
    },
    needsRoll: {
      kind: 'choice',
      label: t`Resolved roll`,
      description: t`Whether a resolved roll of the convocation has to have a certificate before it is printed. Without a choice it does not.`,
      options: { yes: t`Yes`, no: t`No` },
      example: 'Yes',
      synonyms: 'needs roll, roll, asks for a resolved roll',
    },
    numberSeries: {
      kind: 'entry',
      of: 'numberSeries',
      label: t`Number series`,
      description: t`Certificates get their convocation numbers from it when their applications are verified.`,
      missing: t`Choose the number series.`,
      example: 'Certificates',
      synonyms: 'series, numbers, convocation numbers',
    },
    numberLetters: {
      kind: 'line',
      label: t`Letters in numbers`,
      description: t`What ${'{type}'} stands for in the pattern of the series: DEG.`,
      pattern: { of: /^[A-Z]{1,6}$/, sentence: t`Up to six capital letters A to Z.` },
      example: 'MIG',
      synonyms: 'letters, number letters, short form',
    },
    signedBy: {
      kind: 'choice',
      label: t`Signed`,
      description: t`What is signed by hand goes out in batches and is handed over once it is back. Without a choice signatures are printed.`,
      options: { printed: t`With printed signatures`, hand: t`By hand` },
      example: 'By hand',
      synonyms: 'signed by, signature, how signed',
    },
    ...activePeriod,
  },
});
