import { z } from 'zod';
import { VerificationCode } from '#features/certificates/verification-code.ts';
import { changeRecord, operation } from '#platform/contract/operation.ts';
import { Day, Id, Moment, typedNumber, typedText, Version } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';

const recoveryKinds = [
  'acknowledgement',
  'convocation',
  'print_run',
  'deposit_slip',
  'bundle',
  'signing_batch',
  'serial',
] as const;
export type RecoveryKind = (typeof recoveryKinds)[number];

/** A counter after a restore: its last number in the portal and on paper. */
export const CountedNumber = z.object({
  kind: z.enum(recoveryKinds),
  /** Its key in `unchanged`. */
  count: z.string(),
  /** Series with year and letters, or paper with prefix; empty if its kind has one counter. */
  name: z.string(),
  /** The last number in the restored database; null if the counter had not begun. */
  kept: z.string().nullable(),
  /** The last number on paper; null until entered, and if no later one is on paper. */
  found: z.string().nullable(),
  /** How many numbers were given out and lost; null until entered. */
  lost: z.int().nullable(),
  /** False for convocation numbers unused in the 90 days before the restored moment, or of an earlier year. */
  isRecent: z.boolean(),
});
export type CountedNumber = z.infer<typeof CountedNumber>;

export const Recovery = z.object({
  id: Id,
  restoredAt: Moment,
  /** When the newest restored record was written. */
  restoredTo: Moment,
  enteredBy: z.string().nullable(),
  enteredAt: Moment.nullable(),
  isOwnEntry: z.boolean(),
  confirmedBy: z.string().nullable(),
  confirmedAt: Moment.nullable(),
  version: Version,
  numbers: z.array(CountedNumber),
});
export type Recovery = z.infer<typeof Recovery>;

const LastNumber = z.int(t`Enter a whole number.`).min(0).max(999_999_999);
const PrintedNumber = typedNumber().overwrite(bareNumber).min(1).max(80);

/** For each counter, the last number on any paper, or that none is later than the portal's. */
export const LastNumbers = z.object({
  acknowledgementNumber: LastNumber,
  /** One per counter. */
  convocationNumbers: z.array(PrintedNumber).max(200),
  runNumber: LastNumber,
  depositSlipNumber: LastNumber,
  bundleNumber: LastNumber,
  /** One per stock. */
  serials: z.array(PrintedNumber).max(200),
  /** Counters and stocks without a later number on paper, or without any. */
  unchanged: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[a-z]+ ?[a-z]*( [0-9a-f-]{36}.*)?$/),
    )
    .max(5_000),
});
export type LastNumbers = z.infer<typeof LastNumbers>;

/** The facts on a sheet whose record was lost in a restore. */
const LostSheetEntry = z.object({
  candidateName: typedText().trim().min(2, t`Enter the name as it stands on the sheet.`).max(120),
  convocationNumber: PrintedNumber,
  serial: PrintedNumber,
  code: VerificationCode,
  courseId: Id,
  collegeId: Id,
  certificateType: typedText().min(1).max(120),
  academicYear: z.string().regex(/^20\d\d-\d\d$/, t`An academic year looks like 2025-26.`),
  printedOn: Day.refine((day) => day <= dayInIndia(new Date()), t`The day cannot be in the future.`),
});

export const LostSheet = z.object({
  id: Id,
  convocationNumber: z.string(),
  candidateName: z.string(),
  serial: z.string(),
  recordedBy: z.string(),
  recordedAt: Moment,
  isOwn: z.boolean(),
  confirmedBy: z.string().nullable(),
  version: Version,
});
export type LostSheet = z.infer<typeof LostSheet>;

const written = z.object({ id: Id, version: Version });
const enter = { access: 'recoveries:enter' } as const;

export const recoveriesContract = {
  getOpenRecovery: operation('GET /recoveries/open', {
    summary:
      'Whether the portal is in recovery mode after a restore, in which it gives no number and prints nothing.',
    access: 'account:use',
    reads: ['recoveries'],
  }).output(z.object({ recovery: z.object({ restoredTo: Moment, isEntered: z.boolean() }).nullable() })),
  listRecoveries: operation('GET /recoveries', {
    summary: 'The restores of this portal, the last first, with the numbers that were lost in each.',
    access: 'recoveries:read',
    reads: ['recoveries'],
    errors: ['recoveries.university_only'],
  }).output(z.object({ recoveries: z.array(Recovery) })),
  enterLastNumbers: operation('POST /recoveries/last-numbers', {
    summary:
      'Enters the last number of each count and the last serial of each stock that were found on paper after a restore; again as long as nobody has confirmed them.',
    ...enter,
    errors: [
      'recoveries.university_only',
      'recoveries.not_open',
      'recoveries.number_lower',
      'recoveries.number_unknown',
      'recoveries.number_missing',
    ],
  })
    .input(LastNumbers)
    .output(written),
  confirmLastNumbers: changeRecord('/recoveries/{id}/confirm', {
    summary:
      'Confirms what somebody else found on paper. The numbers continue after it, and recovery mode ends.',
    ...enter,
    errors: [
      'recoveries.university_only',
      'recoveries.not_open',
      'recoveries.not_entered',
      'recoveries.own_entry',
      'recoveries.changed_since',
    ],
  }),
  listLostSheets: operation('GET /lost-sheets', {
    summary: 'Sheets that were recorded again from the paper, the last first.',
    access: 'recoveries:read',
    reads: ['recoveries'],
    errors: ['recoveries.university_only'],
  }).output(z.object({ sheets: z.array(LostSheet) })),
  recordLostSheet: operation('POST /lost-sheets', {
    summary: 'Records a sheet again that was lost in a restore, from the paper; a second person confirms it.',
    ...enter,
    errors: [
      'recoveries.university_only',
      'lost_sheets.not_lost',
      'lost_sheets.serial_of_another',
      'lost_sheets.recorded',
      'lost_sheets.unknown_choice',
    ],
  })
    .input(LostSheetEntry)
    .output(written),
  confirmLostSheet: changeRecord('/lost-sheets/{id}/confirm', {
    summary: 'Confirms what somebody else recorded from the paper: the sheet verifies.',
    ...enter,
    errors: [
      'recoveries.university_only',
      'lost_sheets.not_found',
      'lost_sheets.confirmed',
      'lost_sheets.own_record',
    ],
  }),
};
