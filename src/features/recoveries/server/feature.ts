import '../words.ts';
import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { recoveriesContract } from '../contract.ts';
import { assertNotInRecovery } from './assert-no-recovery.ts';
import { recoveryCheck } from './check-recovery.ts';
import { confirmLastNumbers, enterLastNumbers } from './last-numbers.ts';
import { confirmLostSheet, recordLostSheet } from './lost-sheets.ts';
import { getOpenRecovery, listLostSheets, listRecoveries } from './queries.ts';

const recoveriesPart = partOf(recoveriesContract, {
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

export const server: ServerFeature = {
  parts: { recoveries: recoveriesPart },
  scoped: { lost_sheets: 'college_id' },
  checks: [recoveryCheck],
  constraints: {
    number_counters__not_in_recovery: 'recoveries.open',
    applications__not_in_recovery: 'recoveries.open',
    certificates__not_in_recovery: 'recoveries.open',
    deposit_slips__not_in_recovery: 'recoveries.open',
    bundles__not_in_recovery: 'recoveries.open',
    signing_batches__not_in_recovery: 'recoveries.open',
    print_runs__not_in_recovery: 'recoveries.open',
    sheets__not_in_recovery: 'recoveries.open',
    proofs__not_in_recovery: 'recoveries.open',
    recoveries__confirmed_by_another: 'recoveries.own_entry',
    recoveries__stay: 'recoveries.not_open',
    recoveries__complete: 'recoveries.changed_since',
    lost_sheets__confirmed_by_another: 'lost_sheets.own_record',
    lost_sheets__stay: 'lost_sheets.confirmed',
    lost_sheets__in_gap: 'lost_sheets.not_lost',
    lost_sheets__serial_missing: 'lost_sheets.serial_of_another',
    lost_sheets__printed_before: { code: 'request.day_to_come', field: 'printedOn' },
    lost_sheets__serial_once: 'lost_sheets.recorded',
    lost_sheets__code_once: 'lost_sheets.recorded',
    lost_sheets__number_once: 'lost_sheets.recorded',
    lost_sheets_course_id_fkey: 'lost_sheets.unknown_choice',
    lost_sheets_college_id_fkey: 'lost_sheets.unknown_choice',
    lost_sheets_certificate_type_fkey: 'lost_sheets.unknown_choice',
  },
  personal: {
    lost_sheet: ['candidateName'],
  },
  answers: { assertMayPrint: assertNotInRecovery },
};
