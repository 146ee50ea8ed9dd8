import { t } from '#shared/words.ts';
import type { KeyHelp } from '../screen-registry.ts';

/** The keys of every list; screens add their own. */
export const listKeys = {
  search: { keys: ['/'], what: t`Search this list` },
  rows: { keys: ['↓', '↑'], what: t`The next row, the one before` },
  pages: { keys: ['Page ↓', 'Page ↑'], what: t`A page further down, further up` },
  ends: { keys: ['Home', 'End'], what: t`The first row, the last` },
  open: { keys: ['Enter'], what: t`Open the row` },
  records: { keys: ['←', '→'], what: t`In Row Details: the row before, the next one` },
  close: { keys: ['Esc'], what: t`Close what is open` },
} as const satisfies Record<string, KeyHelp>;
