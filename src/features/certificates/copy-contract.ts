import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { operation, readRecord } from '#platform/contract/operation.ts';
import { FileReference, Id, Moment, typedText } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { SheetFacts } from './sheet-facts.ts';

export const copyStateLabels = {
  in_run: t`In a print run`,
  printed: t`Printed`,
  superseded: t`Superseded`,
  cancelled: t`Cancelled`,
  spoilt: t`Spoilt`,
  missing: t`Missing`,
};

/** One sheet that was bound to a certificate: a copy once printed, or a blank lost on the way. */
export const Copy = z.object({
  id: Id,
  /** The number of the copy it is, or was meant to be: 0 is the original, then reprints 1, 2, … */
  copyNumber: z.number().int(),
  blankSerial: z.string(),
  runNumber: z.string(),
  state: z.enum(namesOf(copyStateLabels)),
  /** When and by whom the outcome of the sheet was recorded. */
  printedAt: Moment.nullable(),
  printedBy: z.string().nullable(),
  /** Why it was spoilt or cancelled, or where a missing one was looked for. */
  reason: z.string().nullable(),
  supersededAt: Moment.nullable(),
  cancelledAt: Moment.nullable(),
  cancelledBy: z.string().nullable(),
  /** The printed facts, whatever the application says now, and the printed photo. */
  facts: SheetFacts,
  photo: FileReference,
  /** The facts that decide whether somebody may cancel it. */
  runState: z.string(),
  operatorId: Id,
  recordedById: Id.nullable(),
  isHandedOver: z.boolean(),
  hasOpenReprint: z.boolean(),
  isOutForSignature: z.boolean(),
  isRevoked: z.boolean(),
});
export type Copy = z.infer<typeof Copy>;

/** `Original`, `Reprint 1`, … */
export function copyLabel(copyNumber: number): string {
  return copyNumber === 0 ? t`Original` : t`Reprint ${copyNumber}`;
}

export const copiesContract = {
  listCopies: readRecord('/certificates/{id}/copies', {
    summary:
      'Every sheet that a certificate was ever printed on, oldest first, with serial, run and outcome, and what it says.',
    access: 'certificates:read',
    reads: ['certificates', 'print_runs', 'reprints'],
    errors: ['certificates.not_found'],
    answer: z.object({ copies: z.array(Copy) }),
  }),
  cancelCopy: operation('POST /certificates/{id}/copies/{copyId}/cancel', {
    summary:
      'Cancels the valid copy of a closed run before it leaves the office, as a second person: its sheet is spoilt, and the certificate is printed again.',
    access: 'certificates:cancel',
    errors: [
      'certificates.not_found',
      'certificates.copy_not_found',
      'certificates.copy_not_valid',
      'certificates.copy_left',
      'certificates.run_not_closed',
      'certificates.reprint_asked',
      'certificates.copy_not_here',
      'certificates.own_copy',
      'certificates.revoked',
    ],
  })
    .input(
      z.object({
        id: Id,
        copyId: Id,
        reason: typedText().trim().min(3, t`Enter why the copy is cancelled.`).max(200),
      }),
    )
    .output(z.object({})),
};

/** A picture of a sheet; no other operation serves its page outside its run. */
export const copyDocuments = {
  picture: documentOperation('/certificates/{id}/copies/{copyId}/picture', {
    summary:
      'A picture of one sheet at 96 dpi, drawn again from what it prints and the template that it keeps, with COPY across it.',
    access: 'certificates:read',
    answers: { description: 'The picture.', types: ['image/png'] },
    notFound: 'certificates.not_found',
    errors: ['certificates.copy_not_found'],
  }),
};
