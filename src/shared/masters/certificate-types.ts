import { t } from '#shared/words.ts';
import { awardFacts } from '../award-facts.ts';
import { certificateDesigns } from '../certificate-designs.ts';
import { activePeriod } from './active-period.ts';
import { master } from './master.ts';

/** Degree, Provisional, Rank …: what an application is for. */
export const certificateTypes = master('certificate_types', {
  title: t`Certificate types`,
  one: t`certificate type`,
  many: t`certificate types`,
  readBy: ['admin', 'auditor'],
  editedBy: ['admin'],
  fourEyes: true,
  key: ['name'],
  usedBy: [
    { table: 'applications', column: 'certificate_type', by: 'name' },
    { table: 'print_runs', column: 'certificate_type', by: 'name' },
    { table: 'proofs', column: 'certificate_type', by: 'name' },
  ],
  fields: {
    name: {
      kind: 'line',
      isPrinted: true,
      label: t`Certificate type`,
      description: t`Such as Degree. It stays once applications are received for it.`,
      missing: t`Enter the certificate type.`,
      least: 2,
      most: 60,
      example: 'Migration',
      synonyms: 'type, name, type of certificate',
      width: 180,
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
      width: 220,
      card: 'line',
    },
    titles: {
      kind: 'scripts',
      label: t`Printed title in other languages`,
      most: 120,
      example: 'kn: ವಲಸೆ ಪ್ರಮಾಣಪತ್ರ | hi: प्रवासन प्रमाणपत्र',
      synonyms: 'titles, title in other languages',
      width: 240,
    },
    template: {
      kind: 'choice',
      options: certificateDesigns,
      label: t`Template`,
      description: t`How the certificate looks. Without one it has the ornamental border.`,
      example: 'Ornamental border',
      synonyms: 'template, design, layout',
      width: 160,
    },
    requires: {
      kind: 'choices',
      label: t`Asks for`,
      description: t`What has to be in the award record before such an application is verified.`,
      options: awardFacts,
      example: 'Class or division | Month and year of the examination',
      synonyms: 'requires, required facts',
      width: 260,
    },
    numberSeries: {
      kind: 'entry',
      of: 'numberSeries',
      label: t`Number series`,
      description: t`From which a certificate gets its convocation number when its application is verified.`,
      missing: t`Choose the number series.`,
      example: 'Certificates',
      synonyms: 'series, numbers, convocation numbers',
      width: 140,
    },
    numberLetters: {
      kind: 'line',
      label: t`Letters in numbers`,
      description: t`What ${'{type}'} stands for in the pattern of the series: DEG.`,
      pattern: { of: /^[A-Z]{1,6}$/, sentence: t`Up to six capital letters A to Z.` },
      example: 'MIG',
      synonyms: 'letters, number letters, short form',
      width: 130,
    },
    ...activePeriod,
  },
});
