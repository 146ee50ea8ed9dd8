import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { recoveriesContract } from '../contract.ts';
import { confirmLastNumbers, enterLastNumbers } from './last-numbers.ts';
import { confirmLostSheet, recordLostSheet } from './lost-sheets.ts';
import { getOpenRecovery, listLostSheets, listRecoveries } from './queries.ts';

export const recoveriesPart = partOf(recoveriesContract, {
  queries: {
    getOpenRecovery,
  },
  commands: {
    listRecoveries: (context) => listRecoveries(context.services.db, actorOf(context)),
    listLostSheets: (context) => listLostSheets(context.services.db, actorOf(context)),
    enterLastNumbers,
    confirmLastNumbers,
    recordLostSheet,
    confirmLostSheet,
  },
});
