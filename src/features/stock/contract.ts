import { z } from 'zod';
import { Day, Id } from '#shared/identifiers.ts';
import { operation } from '#shared/operation.ts';
import { t } from '#shared/words.ts';

/** A delivery of numbered paper: one range of serials, `prefix` + number of six digits. */
export const BlankReceiptEntry = z.object({
  paperId: Id,
  serialPrefix: z
    .string()
    .trim()
    .regex(/^[A-Z]{1,4}$/, t`One to four capital letters.`),
  firstSerial: z.number().int().min(1).max(999_999),
  lastSerial: z.number().int().min(1).max(999_999),
  rejectedQuantity: z.number().int().min(0).max(100_000).default(0),
  receivedOn: Day,
  remarks: z.string().trim().max(500).default(''),
});
export type BlankReceiptEntry = z.infer<typeof BlankReceiptEntry>;

export const stockContract = {
  receiveBlanks: operation({
    method: 'POST',
    path: '/blank-receipts',
    summary:
      'Takes a delivery of numbered paper into the books; it can be printed on once a second person approves it.',
    access: 'stock:receive',
    errors: ['stock.not_found', 'stock.serials_overlap'],
  })
    .input(BlankReceiptEntry)
    .output(z.object({ id: Id })),
  approveBlanks: operation({
    method: 'POST',
    path: '/blank-receipts/{id}/approve',
    summary: 'Approves a delivery that somebody else received.',
    access: 'stock:approve',
    errors: ['stock.not_found', 'stock.own_receipt', 'stock.already_approved'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({})),
};
