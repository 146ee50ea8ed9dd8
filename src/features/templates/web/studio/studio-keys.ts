import type { KeyHelp } from '#platform/web/components/screen-registry.ts';
import { t } from '#shared/words.ts';

/** The studio's keys in the `?` help. */
export const studioKeys = {
  undo: { keys: ['Ctrl Z'], what: t`Undo` },
  redo: { keys: ['Ctrl Shift Z', 'Ctrl Y'], what: t`Redo` },
} satisfies Record<string, KeyHelp>;
