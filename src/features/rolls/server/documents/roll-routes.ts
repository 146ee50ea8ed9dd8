import { findUniversity } from '#features/masters/server/university.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { type RegisterTotals, type Roll, rollDocuments } from '../../contract.ts';
import { rollCan } from '../../rules.ts';
import { readEntries } from '../entries.ts';
import { getRoll } from '../queries.ts';
import { getConvocation, getRegisterTotals, readRegister } from '../register.ts';
import { recordOf } from '../roll-commands.ts';
import { renderBook } from './book.ts';
import { registerBook } from './register-book.ts';
import { rollBook } from './roll-book.ts';

/** `GET /api/rolls/{id}/document`: the roll for the meeting. */
export const rollRoute = servePdf(rollDocuments.roll, async ({ services, context, params }) => {
  const roll = await getRoll(services.db, params.id!);
  assertAllowed(rollCan.print(roll));
  const entries = await readEntries(services.db, roll.id);
  const pdf = await renderBook(await findUniversity(services.db), rollBook(roll, entries));
  // Recorded before the first byte. Without an idempotency key, because a repeated request prints again.
  await printRoll({ ...context, idempotencyKey: null }, roll);
  return { name: fileName(`roll-${roll.convocationNumber}-${roll.number}`), pdf };
});

/** `GET /api/degree-registers/{id}/document`: everything issued at the convocation. */
export const registerRoute = servePdf(rollDocuments.register, async ({ services, context, params }) => {
  const convocation = await getConvocation(services.db, params.id!);
  // One snapshot for both.
  const { entries, totals } = await services.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      return {
        entries: await readRegister(db, convocation.id),
        totals: await getRegisterTotals(db, convocation.id),
      };
    });
  const pdf = await renderBook(await findUniversity(services.db), registerBook(convocation, entries, totals));
  await printRegister({ ...context, idempotencyKey: null }, { convocation, totals });
  return { name: fileName(`degree-register-${convocation.number}`), pdf };
});

const printRoll = command('printRoll', async ({ audit }, roll: Roll) => {
  audit({
    event: 'rolls.printed',
    ...recordOf(roll),
    after: { entries: roll.entryCount, struck: roll.struckCount },
  });
  return {};
});

const printRegister = command(
  'printRegister',
  async (
    { audit },
    { convocation, totals }: { convocation: { id: string; number: string }; totals: RegisterTotals },
  ) => {
    audit({
      event: 'rolls.register_printed',
      record: { type: 'convocations', id: convocation.id, label: convocation.number },
      after: totals,
    });
    return {};
  },
);

/** A convocation's number may contain any characters. */
function fileName(words: string): string {
  return words.replace(/[^A-Za-z0-9-]+/g, '-');
}
