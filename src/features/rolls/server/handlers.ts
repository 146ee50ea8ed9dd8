import { partOf } from '#platform/server/contract-part.ts';
import { registerLayout, rollEntriesLayout, rollsLayout } from '../columns.ts';
import { rollsContract } from '../contract.ts';
import { rollEntries } from './entries.ts';
import { closeRoll, openRoll, resolveRoll } from './keep-roll.ts';
import { getRoll, listRollConvocations, rolls } from './queries.ts';
import { getRegisterTotals, register } from './register.ts';

export const rollsPart = partOf(rollsContract, {
  lists: {
    Rolls: [rolls, rollsLayout],
    RollEntries: [rollEntries, rollEntriesLayout],
    Register: [register, registerLayout],
  },
  queries: {
    getRoll: (db, scope, { id }) => getRoll(db, scope, id),
    listRollConvocations,
    getRegisterTotals: (db, scope, { id }) => getRegisterTotals(db, scope, id),
  },
  commands: { openRoll, closeRoll, resolveRoll },
});
