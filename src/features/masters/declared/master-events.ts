import { t } from '#shared/words.ts';
import { type MasterName, namedMasters } from './named-masters.ts';

/** The audit events of each master: `courses.added` … */
export const masterEventLabels = Object.fromEntries(
  Object.entries(namedMasters).flatMap(([name, { many }]) => [
    [`${name}.added`, t`${many}: added`],
    [`${name}.deleted`, t`${many}: deleted`],
    [`${name}.edited`, t`${many}: edited`],
    [`${name}.imported`, t`${many}: imported`],
    [`${name}.proposal_rejected`, t`${many}: proposal rejected`],
    [`${name}.proposal_taken_back`, t`${many}: proposal taken back`],
    [`${name}.proposed`, t`${many}: proposed`],
  ]),
) as Record<`${MasterName}.${MasterEvent}`, string>;

type MasterEvent =
  | 'added'
  | 'deleted'
  | 'edited'
  | 'imported'
  | 'proposal_rejected'
  | 'proposal_taken_back'
  | 'proposed';
