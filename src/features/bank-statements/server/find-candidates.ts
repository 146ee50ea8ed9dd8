import { sql } from 'kysely';
import { formatSlipNumber } from '#features/demand-drafts/rules.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import type { RowOf } from '#platform/server/db/list-page.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { Finding } from '../findings.ts';
import { LineCandidate } from '../line-contract.ts';
import { isSettled, loadRegister } from './load-register.ts';
import { type LineFacts, matchLine } from './match-line.ts';
import { draftNumbersIn } from './narration.ts';

/** More drafts of one amount would not help anybody to choose. */
const maximumOfAmount = 8;
const maximumOfSlip = 200;

/** The finding of a line and the candidate drafts: found ones, those with its numbers, those with its amount. */
export async function findCandidates(
  db: Db,
  line: LineFacts,
  now = new Date(),
): Promise<{ finding: Finding; candidates: LineCandidate[] }> {
  const register = await loadRegister(db, [line]);
  const finding = matchLine(line, register, dayInIndia(now));
  const byNumber = draftNumbersIn(line.reference, line.description).flatMap((number) =>
    idsOf(register.draftsOf(number)),
  );
  const ids = [...new Set([...finding.draftIds, ...byNumber])].slice(0, maximumOfSlip);
  const named = ids.length > 0 ? await candidateRows(db).where('demand_drafts.id', 'in', ids).execute() : [];
  const alike = ids.length === 0 ? await listOfAmount(db, line) : [];
  const numbers = new Set(byNumber);
  const place = new Map(ids.map((id, at) => [id, at]));
  const candidates = [
    ...named
      .toSorted((one, other) => place.get(one.demand_draft_id)! - place.get(other.demand_draft_id)!)
      .map((row) => toCandidate(row, numbers.has(row.demand_draft_id) ? 'number' : 'slip')),
    ...alike.map((row) => toCandidate(row, 'amount')),
  ];
  return { finding, candidates };
}

/** Deposited drafts of the line's amount, the latest deposit before its day first. */
async function listOfAmount(db: Db, line: LineFacts) {
  const rupees = line.amountPaise / 100;
  if (line.side !== 'credit' || !Number.isInteger(rupees) || rupees > 100_000_000) return [];
  return candidateRows(db)
    .where('demand_drafts.state', '=', 'deposited')
    .where('demand_drafts.amount', '=', rupees)
    .where('deposit_slips.deposited_on', '<=', line.valueDate)
    .orderBy('deposit_slips.deposited_on', 'desc')
    .orderBy('demand_drafts.id')
    .limit(maximumOfAmount)
    .execute();
}

function candidateRows(db: Db) {
  return db
    .selectFrom('demand_drafts')
    .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
    .leftJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .select([
      'demand_drafts.id as demand_draft_id',
      'demand_drafts.number',
      'demand_drafts.bank',
      'demand_drafts.branch',
      'demand_drafts.drawn_on',
      'demand_drafts.amount',
      'demand_drafts.state',
      'demand_drafts.deposit_slip_id',
      'demand_drafts.realised_on',
      'demand_drafts.version',
      'colleges.code as college_code',
      'deposit_slips.slip_number',
      'deposit_slips.deposited_on',
      isSettled('realised').as('is_realised_by_line'),
      isSettled('returned').as('is_returned_by_line'),
      sql<number>`(select count(*) from payments p where p.demand_draft_id = demand_drafts.id)`.as(
        'application_count',
      ),
    ]);
}

function toCandidate(row: RowOf<typeof candidateRows>, because: LineCandidate['because']): LineCandidate {
  const slipNumber = row.slip_number === null ? null : formatSlipNumber(row.slip_number);
  return fromRow(LineCandidate, row, { slipNumber, because });
}
