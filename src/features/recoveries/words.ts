import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

type Number = { number: string };

const recoveriesErrors = {
  'recoveries.open': t`The portal was restored from a backup. Until two admins have entered and confirmed the last numbers on paper, no number is assigned and nothing is printed.`,
  'recoveries.not_open': t`The portal is not in recovery mode.`,
  'recoveries.changed_since': t`A count or a stock changed after the last numbers were entered. Enter them again.`,
  'recoveries.not_entered': t`Nobody has entered the last numbers yet.`,
  'recoveries.own_entry': t`You entered these numbers yourself, so another admin has to confirm them.`,
  ...withStatus(422, {
    'recoveries.number_lower': ({ number, kept }: Number & { kept: string }) =>
      t`${number} is before ${kept}, which the portal knows. Enter the last number on paper.`,
    'recoveries.number_unknown': ({ number }: Number) =>
      t`${number} is not a valid number of any series, and not a serial number in the stock.`,
    'recoveries.number_missing': ({ count }: { count: string }) =>
      t`${count}: enter the last number on paper, or select that there is no later one.`,
  }),
  ...withStatus(403, {
    'recoveries.university_only': t`A restore is of the whole university, and your code is that of one college. Ask an admin with the code ALL.`,
  }),
  'lost_sheets.not_found': t`This sheet was not recorded.`,
  'lost_sheets.not_lost': t`No sheet with this number was lost in a restore.`,
  'lost_sheets.serial_of_another': t`Enter a serial number that is missing from the stock. If the sheet lies in the stock, report it missing first.`,
  'lost_sheets.recorded': t`A sheet with this number, serial or code is recorded already.`,
  'lost_sheets.unknown_choice': t`This course, college or certificate type does not exist.`,
  'lost_sheets.confirmed': t`This sheet is confirmed already.`,
  'lost_sheets.own_record': t`You recorded this sheet yourself, so another admin has to confirm it.`,
} as const satisfies ErrorEntries;

const words = {
  errors: recoveriesErrors,
  events: {
    'recoveries.confirmed': t`Numbers after a restore confirmed`,
    'recoveries.entered': t`Numbers after a restore entered`,
    'recoveries.opened': t`Restored from a backup`,
    'recoveries.sheet_confirmed': t`Lost sheet confirmed`,
    'recoveries.sheet_recorded': t`Lost sheet recorded`,
  },
  records: {
    lost_sheet: t`lost sheet`,
    recovery: t`recovery`,
  },
  fields: {
    confirmedBy: t`Confirmed by`,
    restoredTo: t`Restored to`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    recoveriesWords: typeof words;
  }
}
