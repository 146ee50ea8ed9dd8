import { sql } from 'kysely';
import { formatSlipNumber } from '#features/demand-drafts/rules.ts';
import { wholeUniversity } from '#platform/server/actor.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/dates.ts';
import type { Finding, LineCandidate } from '../line-contract.ts';
import { isSettled, loadRegister } from './load-register.ts';
import { type LineFacts, matchLine } from './match-line.ts';
import { draftNumbersIn } from './narration.ts';

/** More of one amount help nobody to choose. */
const mostOfAmount = 8;
const mostOfSlip = 200;

/** What a line may be, and the drafts that come into question: found ones, those of its numbers, those of its amount. */
export async function findCandidates(
  db: Db,
  line: LineFacts,
  now = new Date(),
): Promise<{ finding: Finding; candidates: LineCandidate[] }> {
  const register = await loadRegister(db, [line]);
  const finding = matchLine(line, register, dayInIndia(now));
  const byNumber = draftNumbersIn(line.reference, line.description)
    .flatMap((number) => register.draftsOf(number))
    .map((draft) => draft.id);
  const ids = [...new Set([...finding.draftIds, ...byNumber])].slice(0, mostOfSlip);
  const named = ids.length > 0 ? await candidateRows(db).where('demand_drafts.id', 'in', ids).execute() : [];
  const alike = ids.length === 0 ? await listOfAmount(db, line) : [];
  const numbers = new Set(byNumber);
  const place = new Map(ids.map((id, at) => [id, at]));
  const candidates = [
    ...named
      .toSorted((one, other) => place.get(one.demandDraftId)! - place.get(other.demandDraftId)!)
      .map((row) => toCandidate(row, numbers.has(row.demandDraftId) ? 'number' : 'slip')),
    ...alike.map((row) => toCandidate(row, 'amount')),
  ];
  return { finding, candidates };
}

/** Deposited drafts of the line's amount, those first that were deposited last before its day. */
async function listOfAmount(db: Db, line: LineFacts) {
  const rupees = line.amountPaise / 100;
  if (line.side !== 'credit' || !Number.isInteger(rupees) || rupees > 100_000_000) return [];
  return candidateRows(db)
    .where('demand_drafts.state', '=', 'deposited')
    .where('demand_drafts.amount', '=', rupees)
    .where('deposit_slips.deposited_on', '<=', line.valueDate)
    .orderBy('deposit_slips.deposited_on', 'desc')
    .orderBy('demand_drafts.id')
    .limit(mostOfAmount)
    .execute();
}

function candidateRows(db: Db) {
  return inScope(db, wholeUniversity, 'demand_drafts')
    .innerJoin('colleges', 'colleges.id', 'demand_drafts.college_id')
    .leftJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .select([
      'demand_drafts.id as demandDraftId',
      'demand_drafts.number',
      'demand_drafts.bank',
      'demand_drafts.branch',
      'demand_drafts.drawn_on as drawnOn',
      'demand_drafts.amount',
      'demand_drafts.state',
      'demand_drafts.realised_on as realisedOn',
      'demand_drafts.version',
      'colleges.code as collegeCode',
      'deposit_slips.slip_number as slipNumber',
      'deposit_slips.deposited_on as depositedOn',
      isSettled('realised').as('isRealisedByLine'),
      isSettled('returned').as('isReturnedByLine'),
      sql<number>`(select count(*) from allocations a where a.demand_draft_id = demand_drafts.id)`.as(
        'applicationCount',
      ),
    ]);
}

type CandidateRow = Awaited<ReturnType<ReturnType<typeof candidateRows>['executeTakeFirstOrThrow']>>;

function toCandidate(row: CandidateRow, because: LineCandidate['because']): LineCandidate {
  return {
    ...row,
    state: row.state as LineCandidate['state'],
    slipNumber: row.slipNumber === null ? null : formatSlipNumber(row.slipNumber),
    because,
  };
}
