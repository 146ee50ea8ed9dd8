import { t } from '#shared/words.ts';
import type { KeyHelp } from '#web/components/keys-dialog.tsx';

/** What `?` shows on the verify screen. */
export const caseKeys: readonly KeyHelp[] = [
  { keys: ['V', 'Enter'], what: t`Verify` },
  { keys: ['R', '1 … 7', 'Enter'], what: t`Return, with the reasons` },
  { keys: ['X', '1 … 6', 'Enter'], what: t`Reject, with the reason` },
  { keys: ['Esc'], what: t`Take the question back` },
  { keys: ['J', '↓'], what: t`The next application` },
  { keys: ['K', '↑'], what: t`The one before` },
  { keys: ['P'], what: t`Photo or receipt: which one the keys below act upon` },
  { keys: ['+', '-', '0'], what: t`Larger, smaller, as it fits` },
  { keys: ['T', 'Shift T'], what: t`Turn to the right, to the left` },
  { keys: ['Shift ← ↑ → ↓'], what: t`Move it` },
  { keys: ['Page ↓', 'Page ↑'], what: t`The next page of a PDF, the one before` },
  { keys: ['?'], what: t`These keys` },
];
