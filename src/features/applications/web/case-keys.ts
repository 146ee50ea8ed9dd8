import { documentHelp, documentKeys } from '#platform/web/components/document/document-pane.tsx';
import type { KeyPress } from '#platform/web/components/irreversible-keys.ts';
import type { KeyHelp } from '#platform/web/components/screen-registry.ts';
import { helpKey, isPressed, type KeyPattern } from '#platform/web/components/use-shortcuts.ts';
import { t } from '#shared/words.ts';
import { decisions } from './decisions.ts';

/** Selects which of photo and receipts the other keys act on. */
export const documentKey: KeyPattern = { codes: ['KeyP'] };

/** Keys that change only the view: an open question stays open. */
export function isViewKey(press: KeyPress): boolean {
  return [...documentKeys, documentKey, helpKey].some((key) => isPressed(key, press));
}

/** Takes the last return or rejection back. */
export const takeBackLetter = 'U';

const { verify, reject } = decisions;

/** The keys that `?` shows on the verify screen. */
export const caseKeys: readonly KeyHelp[] = [
  { keys: [verify.key, 'Enter'], what: t`Verify` },
  { keys: [verify.key, '1 … 4', 'Enter'], what: t`Verify, with the reason why the application is right` },
  { keys: [decisions.return.key, '1 … 7', 'Enter'], what: t`Return, with the reasons` },
  { keys: [reject.key, '1 … 6', 'Enter'], what: t`Reject, with the reason` },
  { keys: [takeBackLetter], what: t`Take the last return or rejection back, within ten minutes` },
  { keys: ['Esc'], what: t`Cancel; so does any key that is not listed for the question` },
  { keys: ['J', '↓'], what: t`The next application` },
  { keys: ['K', '↑'], what: t`The one before` },
  { keys: ['P'], what: t`Photo or receipt: the keys below apply to it` },
  ...documentHelp,
];
