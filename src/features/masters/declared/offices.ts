import { t } from '#shared/words.ts';
import { master } from './master.ts';

/** Who held an office in which period: certificates name the holder on the date of the convocation. */
export const offices = master('offices', {
  fourEyes: true,
  key: ['office', 'heldFrom'],
  // Printed sheets keep their text.
  usedBy: 'is_used',
  mayBeRenamed: true,
  fields: {
    office: {
      kind: 'line',
      isPrinted: true,
      label: t`Office`,
      description: t`For example Registrar, Vice-Chancellor, Controller of Examinations.`,
      missing: t`Enter the office.`,
      least: 2,
      most: 80,
      example: 'Registrar',
      synonyms: 'designation, post, position',
      card: 'title',
    },
    officeTitles: {
      kind: 'scripts',
      label: t`Office in other languages`,
      most: 80,
      example: 'kn: ಕುಲಸಚಿವರು | hi: कुलसचिव',
      synonyms: 'designation in other languages',
    },
    holder: {
      kind: 'line',
      holds: 'name',
      isPrinted: true,
      label: t`Holder`,
      missing: t`Enter who holds the office.`,
      least: 2,
      most: 120,
      example: 'Prof. Sumathi Rao',
      synonyms: 'name, office holder, held by',
      card: 'line',
    },
    heldFrom: {
      kind: 'day',
      label: t`From`,
      missing: t`Enter the first day in office.`,
      example: '2024-06-01',
      synonyms: 'held from, since, date of joining',
      card: 'line',
    },
    heldUntil: {
      kind: 'day',
      label: t`Until`,
      description: t`The last day in office; empty while it is held.`,
      example: '2027-05-31',
      synonyms: 'held until, to',
    },
    signs: {
      kind: 'choice',
      label: t`Signs`,
      description: t`Where the certificate has the signature.`,
      options: { left: t`On the left`, right: t`On the right`, no: t`Not on certificates` },
      missing: t`Choose where the office signs.`,
      example: 'On the left',
      synonyms: 'signs on, signature place',
    },
    signatureFileId: {
      kind: 'file',
      of: 'signature',
      label: t`Signature`,
      description: t`Printed on certificates of convocations in this time.`,
      example: '',
    },
  },
});
