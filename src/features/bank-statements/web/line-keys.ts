import type { KeyHelp } from '#platform/web/components/screen-registry.ts';
import { t } from '#shared/words.ts';

/** The keys shown by `?` where statement lines are decided. */
export const lineKeys = {
  move: { keys: ['↓', '↑'], what: t`The next line, the one before` },
  choose: { keys: ['1 … 9'], what: t`Choose a draft` },
  decide: { keys: ['Enter'], what: t`Settle the line, or confirm the return` },
  setAside: { keys: ['S'], what: t`Set the line aside` },
} satisfies Record<string, KeyHelp>;
