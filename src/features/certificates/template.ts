import { z } from 'zod';
import { typedText } from '#shared/fields.ts';
import { writtenLanguages } from '#shared/scripts.ts';
import { t } from '#shared/words.ts';

/** Fields that wording may contain in braces: `{candidateName}`, or one language of several: `{degreeTitles:kn}`. */
const sheetFields = [
  'university',
  'universityNames',
  'title',
  'titles',
  'candidateName',
  'candidateNameNative',
  'degreeTitle',
  'degreeTitles',
  'subject',
  'subjects',
  'faculty',
  'college',
  'academicYear',
  'modeOfStudy',
  'division',
  'cgpa',
  'percentage',
  'examination',
  'rank',
  'registrationNumber',
  'examRollNumber',
  'convocation',
  'ordinance',
  'resolution',
  'place',
  'issuedOn',
  'convocationNumber',
  'copy',
  'blankSerial',
  'verificationCode',
  'verifyAt',
] as const;
export type SheetField = (typeof sheetFields)[number];

/** A text, or texts by the tag of their language (BCP 47). */
export type FieldValue = string | Readonly<Record<string, string>>;

export const fieldInBraces = /\{(\w+)(?::(\w+))?\}/g;

const Millimetres = z.number().min(0).max(420);
const place = { x: Millimetres, y: Millimetres, width: Millimetres, height: Millimetres };
const align = z.enum(['left', 'center', 'right']);

/** One line of a box; sizes in points. */
export const Line = z.strictObject({
  /** Wording with fields. The line is left out if one of them is empty, a part in square brackets on its own. */
  text: typedText()
    .min(1)
    .max(300)
    .refine(
      (text) =>
        [...text.matchAll(fieldInBraces)].every(([, name]) => sheetFields.some((field) => field === name)),
      t`Only fields that a sheet has.`,
    ),
  /** Printed only if the university has a name in this language. */
  language: z.enum(Object.keys(writtenLanguages) as [keyof typeof writtenLanguages]).optional(),
  font: z.enum(['serif', 'script', 'sans']).default('serif'),
  size: z.number().min(4).max(72),
  /** A line that does not fit is set smaller, but not below this. */
  floor: z.number().min(4).max(72),
  /** Distance from the previous line; for the first line, from the top of the box. */
  advance: z.number().min(0).max(120),
  /** Free space below it, whatever line follows: for letters with three tiers, as in ಲಕ್ಷ್ಮೀ. */
  below: z.number().min(0).max(120).optional(),
  /** A text of more letters than this is set in two rows, within the same `advance`. */
  breaksAfter: z.number().int().min(20).max(200).optional(),
  weight: z.enum(['regular', 'bold']).default('regular'),
  isItalic: z.boolean().default(false),
  isTracked: z.boolean().default(false),
  colour: z.enum(['ink', 'black', 'grey']).default('black'),
  /** The heading of the sheet for screen readers. */
  isHeading: z.boolean().default(false),
});
export type Line = z.infer<typeof Line>;

/** In millimetres from the top left corner of the sheet; also the order for screen readers. */
export const Box = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    ...place,
    align,
    /** Vertical alignment when the lines do not fill the box. */
    lies: z.enum(['top', 'middle', 'bottom']).default('middle'),
    lines: z.array(Line).min(1).max(30),
  }),
  z.strictObject({ kind: z.literal('photo'), ...place }),
  z.strictObject({ kind: z.literal('crest'), ...place }),
  z.strictObject({ kind: z.literal('qr'), ...place }),
  /** Left blank for a seal or an embossing. */
  z.strictObject({ kind: z.literal('seal'), ...place }),
  z.strictObject({ kind: z.literal('signature'), ...place, side: z.enum(['left', 'right']) }),
]);
export type Box = z.infer<typeof Box>;

/** How a certificate looks, and its wording, apart from the candidate's data. */
export const TemplateContent = z.strictObject({
  paper: z.enum(['landscape', 'portrait']),
  background: z.enum(['ornamental', 'modern', 'none']),
  boxes: z.array(Box).min(1).max(60),
  /** A background of the university's own, from its pack, in place of the portal's: an SVG, or a picture as a data URL. */
  artwork: z.string().optional(),
  /** Typst source that defines `draw(sheet)`, drawn below the boxes: only in versions that earlier releases stored. */
  drawing: z.string().optional(),
});
export type TemplateContent = z.infer<typeof TemplateContent>;

/** Without what only a pack can add: the part that a browser can see and change. */
export const PlacedContent = TemplateContent.omit({ artwork: true, drawing: true });
export type PlacedContent = z.infer<typeof PlacedContent>;

/** A4 in millimetres. */
export function paperSize({ paper }: Pick<TemplateContent, 'paper'>): { width: number; height: number } {
  return paper === 'landscape' ? { width: 297, height: 210 } : { width: 210, height: 297 };
}
