import { z } from 'zod';
import { Id, Moment } from '#shared/identifiers.ts';
import { operation } from '#shared/operation.ts';
import { t } from '#shared/words.ts';

const copyStates = ['in_run', 'printed', 'superseded', 'spoilt'] as const;

/** One sheet that was bound to a certificate: a copy once it is printed, or a blank that was lost on the way. */
export const Copy = z.object({
  id: Id,
  /** Which copy it is or was to become: 0 the original, then reprints 1, 2, … */
  copyNumber: z.number().int(),
  blankSerial: z.string(),
  runNumber: z.string(),
  state: z.enum(copyStates),
  /** When the print room recorded what became of the sheet, and who did. */
  printedAt: Moment.nullable(),
  printedBy: z.string().nullable(),
  spoilReason: z.string().nullable(),
  supersededAt: Moment.nullable(),
});
export type Copy = z.infer<typeof Copy>;

export const copyStateLabels: Record<Copy['state'], string> = {
  in_run: t`In a print run`,
  printed: t`Printed`,
  superseded: t`Superseded`,
  spoilt: t`Spoilt`,
};

/** `Original`, `Reprint 1`, … */
export function copyLabel(copyNumber: number): string {
  return copyNumber === 0 ? t`Original` : t`Reprint ${copyNumber}`;
}

export const copiesContract = {
  listCopies: operation({
    method: 'GET',
    path: '/certificates/{id}/copies',
    summary:
      'Every sheet that a certificate was ever printed on, oldest first, with serial, run and outcome.',
    access: 'certificates:read',
    errors: ['certificates.not_found'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({ copies: z.array(Copy) })),
};
