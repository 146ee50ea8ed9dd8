import { type Box, fieldInBraces, type Line, type SheetField } from '#features/certificates/template.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { Rectangle, Size } from './geometry.ts';

/**
 * The fields that wording can contain, with their labels. No label is part of another, so that searches are
 * unambiguous.
 */
const wordFields: Readonly<Record<SheetField, string>> = {
  candidateName: t`Candidate’s name`,
  candidateNameNative: t`Name in native script`,
  degreeTitle: t`Degree title`,
  degreeTitles: t`Degree (other languages)`,
  subject: t`Subject of study`,
  subjects: t`Subject (other languages)`,
  faculty: t`Faculty`,
  college: t`College`,
  division: t`Class or division`,
  rank: t`Rank or medal`,
  cgpa: t`CGPA`,
  percentage: t`Percentage`,
  examination: t`Examination`,
  academicYear: t`Academic year`,
  modeOfStudy: t`Mode of study`,
  registrationNumber: t`Registration number`,
  examRollNumber: t`Exam roll number`,
  convocationNumber: t`Convocation number`,
  copy: t`Duplicate mark`,
  convocation: t`Name of the convocation`,
  issuedOn: t`Day of the convocation`,
  place: t`Place of the convocation`,
  ordinance: t`Ordinance`,
  resolution: t`Resolution`,
  university: t`University name`,
  universityNames: t`University (other languages)`,
  title: t`Certificate title`,
  titles: t`Title (other languages)`,
  blankSerial: t`Serial of the sheet`,
  verificationCode: t`Verification code`,
  verifyAt: t`Address for verifying`,
};

export const wordFieldChoices = Object.entries(wordFields).map(([value, label]) => ({ value, label }));

type BoxField = { key: string; label: string; size: Size; make: (place: Rectangle) => Box };

const pictureFields: readonly BoxField[] = [
  {
    key: 'photo',
    label: t`Photo`,
    size: { width: 28, height: 36 },
    make: (place) => ({ kind: 'photo', ...place }),
  },
  {
    key: 'crest',
    label: t`Crest`,
    size: { width: 24, height: 24 },
    make: (place) => ({ kind: 'crest', ...place }),
  },
  {
    key: 'qr',
    label: t`QR code`,
    size: { width: 26, height: 26 },
    make: (place) => ({ kind: 'qr', ...place }),
  },
  {
    key: 'signature-left',
    label: t`Signature on the left`,
    size: { width: 52, height: 27 },
    make: (place) => ({ kind: 'signature', side: 'left', ...place }),
  },
  {
    key: 'signature-right',
    label: t`Signature on the right`,
    size: { width: 52, height: 27 },
    make: (place) => ({ kind: 'signature', side: 'right', ...place }),
  },
  {
    key: 'seal',
    label: t`Room for a seal`,
    size: { width: 38, height: 38 },
    make: (place) => ({ kind: 'seal', ...place }),
  },
];

/** The defaults of a new line: readable, and free to shrink. */
export function newLine(text: string): Line {
  return {
    text,
    font: 'serif',
    size: 14,
    floor: 5,
    advance: 17,
    weight: 'regular',
    isItalic: false,
    isTracked: false,
    colour: 'black',
    isHeading: false,
  };
}

export function textBox(place: Rectangle, lines: Line[]): Box {
  return { kind: 'text', ...place, align: 'center', lies: 'middle', lines };
}

/** The default size of a box with one line. */
export const textSize = { width: 60, height: 8 };

function textField([field, label]: [string, string]): BoxField {
  return {
    key: field,
    label,
    size: textSize,
    make: (place) => textBox(place, [newLine(`{${field}}`)]),
  };
}

/** Every field that can be placed as a box. */
export const boxFields: readonly BoxField[] = [
  ...Object.entries(wordFields).slice(0, 2).map(textField),
  ...pictureFields,
  ...Object.entries(wordFields).slice(2).map(textField),
];

/** The field that is a box's only content; null for wording. */
export function fieldOf(box: Box): string | null {
  if (box.kind === 'signature') return `signature-${box.side}`;
  if (box.kind !== 'text') return box.kind;
  const [only, ...more] = box.lines;
  return only && more.length === 0 ? (/^\{(\w+)\}$/.exec(only.text)?.[1] ?? null) : null;
}

/** Every field in a box, also within other wording. */
export function fieldsOf(box: Box): string[] {
  if (box.kind !== 'text') return [fieldOf(box)!];
  return box.lines.flatMap(({ text }) => [...text.matchAll(fieldInBraces)].map(([, field]) => field!));
}

const labels = new Map(boxFields.map(({ key, label }) => [key, label]));

/** The label of a box: its field, or its number among all boxes. */
export function nameOfBox(box: Box, at: number): string {
  const field = fieldOf(box);
  const label = field && labels.get(field);
  return label ? translateLabel(label) : t`Wording ${at + 1}`;
}

/** The label of a line: its fields, or its wording. */
export function nameOfLine({ text }: Line): string {
  const fields = [...text.matchAll(fieldInBraces)].flatMap(([, field]) => {
    const label = labels.get(field!);
    return label ? translateLabel(label) : [];
  });
  return fields.length > 0 ? fields.join(', ') : `“${text}”`;
}
