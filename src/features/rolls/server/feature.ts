import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { registerLayout, rollEntriesLayout, rollsLayout } from '../columns.ts';
import { rollsContract } from '../contract.ts';
import { registerRoute, rollRoute } from './documents/roll-routes.ts';
import { rollEntries } from './entries.ts';
import { getRoll, listRollConvocations, rolls } from './queries.ts';
import { getRegisterTotals, register } from './register.ts';
import { closeRoll, openRoll, resolveRoll } from './roll-commands.ts';

const rollsPart = partOf(rollsContract, {
  lists: {
    Rolls: [rolls, rollsLayout],
    RollEntries: [rollEntries, rollEntriesLayout],
    Register: [register, registerLayout],
  },
  queries: {
    getRoll: (db, { id }) => getRoll(db, id),
    listRollConvocations,
    getRegisterTotals: (db, { id }) => getRegisterTotals(db, id),
  },
  commands: { openRoll, closeRoll, resolveRoll },
});

export const server: ServerFeature = {
  parts: { rolls: rollsPart },
  scoped: {
    roll_members: 'college_id',
    roll_entries: { column: 'certificate_id', of: 'certificates' },
    certificates_off_roll: { column: 'id', of: 'certificates' },
  },
  routes: [rollRoute, registerRoute],
  constraints: {
    rolls__one_open: 'rolls.one_open',
    rolls__in_order: 'rolls.one_open',
    rolls__number_once: 'rolls.one_open',
    rolls__closed_with_entries: 'rolls.empty',
    rolls__resolved_by_another: 'rolls.own_roll',
    rolls__resolution_not_later: { code: 'rolls.resolved_later', field: 'resolutionDate' },
  },
};
