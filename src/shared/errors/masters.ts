import { t } from '#shared/words.ts';
import type { ErrorEntries } from './error-entry.ts';

export const mastersErrors = {
  'masters.not_found': t`This entry does not exist.`,
  'masters.taken': t`Another entry has this.`,
  'masters.single': t`There is one entry already, and there cannot be a second one. Edit it.`,
  'masters.in_use': t`Records use this entry, so it cannot be deleted.`,
  'masters.key_in_use': t`Records use this entry, so this cannot be changed.`,
  'masters.unknown_name': t`Choose one of the list; this one is not there any more.`,
  'masters.not_in_order': t`The end lies before the beginning.`,
  'masters.office_held': t`Somebody holds this office in that time. Enter the last day of the holder before.`,
  'masters.year_taken': t`Another convocation confers the degrees of one of these years.`,
  'masters.equal_fee': t`Another fee is for the same and holds in the same time. End it the day before, or change it.`,
  'masters.colleges_fee': t`The application fee of a college alone is its convocation fee: change it on the page of the college.`,
} as const satisfies ErrorEntries;
