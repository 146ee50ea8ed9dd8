import { t } from '#shared/words.ts';
import { type MasterName, masters } from './masters.ts';

/** The events of each master: `courses.added` … */
export const masterEventLabels = Object.fromEntries(
  Object.values(masters).flatMap(({ name, many }) => [
    [`${name}.added`, t`${many}: added`],
    [`${name}.deleted`, t`${many}: deleted`],
    [`${name}.edited`, t`${many}: edited`],
    [`${name}.imported`, t`${many}: imported`],
  ]),
) as Record<`${MasterName}.${'added' | 'deleted' | 'edited' | 'imported'}`, string>;
