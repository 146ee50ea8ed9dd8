import { capitalized } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type MasterName, namedMasters } from './named-masters.ts';

/** The audit events of each master: `courses.added` … */
export const masterEventLabels = Object.fromEntries(
  Object.entries(namedMasters).flatMap(([name, declared]) => {
    const one = capitalized(declared.one);
    return [
      [`${name}.added`, t`${one} added`],
      [`${name}.deleted`, t`${one} deleted`],
      [`${name}.edited`, t`${one} edited`],
      [`${name}.imported`, t`${one} imported`],
      [`${name}.proposal_rejected`, t`${one} proposal rejected`],
      [`${name}.proposal_taken_back`, t`${one} proposal taken back`],
      [`${name}.proposed`, t`${one} proposed`],
    ];
  }),
) as Record<`${MasterName}.${MasterEvent}`, string>;

type MasterEvent =
  | 'added'
  | 'deleted'
  | 'edited'
  | 'imported'
  | 'proposal_rejected'
  | 'proposal_taken_back'
  | 'proposed';
