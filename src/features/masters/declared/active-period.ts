import type { DeclaredFields } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';

/**
 * The period in which an entry is offered; empty means unlimited. The check `<master>__active_in_order` enforces the
 * order.
 */
export const activePeriod = {
  activeFrom: {
    kind: 'day',
    label: t`Active from`,
    description: t`Offered from this day on. Leave it empty for always.`,
    example: '2024-06-01',
    synonyms: 'from, valid from, effective from',
  },
  activeUntil: {
    kind: 'day',
    label: t`Active until`,
    description: t`The last day on which it is offered. Leave it empty for no end.`,
    example: '2099-12-31',
    synonyms: 'until, to, valid until, effective until',
  },
} as const satisfies DeclaredFields;
