import type { Answer, Json, Person } from '../harness/people.ts';
import { between, digits, letters, personName, pick } from '../harness/random.ts';
import {
  newestReprint,
  tryAgainst,
  tryAskReprint,
  tryConfirm,
  tryPropose,
  tryReopen,
} from './c-discovery.ts';
import {
  closeRun,
  errorPhoto,
  type Facts,
  factsOf,
  type Office,
  prepareRun,
  startRun,
  tryCorrect,
  tryHandOver,
  tryRecord,
  tryVerify,
  withdrawRun,
} from './c-office.ts';

/** One application of a sequence, and what only the sequence itself knows of it. */
export type Case = {
  application: Json;
  /** Everybody who ever verified it: whether they may reopen what another verified since is open. */
  verifiers: Set<string>;
  reopeners: Set<string>;
  proposal?: { by: Person; answer: Answer };
  isRevoked: boolean;
};

export type World = Office & { paperId: string; cases: Case[]; people: Person[]; run?: string };

/** What the issue says must happen: it is done, it is refused, or the issue leaves it open. */
export type Verdict = 'done' | 'refused' | 'open';

export type Act = {
  name: string;
  /** Whose desk it is: a refusal by the state says more than one by the role. */
  may(person: Person): boolean;
  /** Of one application; the print room's acts are of the paper. */
  expect(world: World, one: Case, person: Person, facts: Known): Verdict;
  do(world: World, one: Case, person: Person): Promise<Answer | undefined>;
};

/** Read by own SQL before every act. */
export type Known = Facts & {
  /** 'none', or the state of a reprint that nothing was printed of yet. */
  reprint: 'none' | 'pending' | 'approved' | 'rejected';
  askedBy: string | undefined;
  waiting: number;
};

export async function know(world: World, one: Case): Promise<Known> {
  const facts = await factsOf(world, one.application.id);
  const request = facts.certificateId ? await newestReprint(world.portal, facts.certificateId) : undefined;
  const [row] = await world.portal.sql(
    "select count(*)::int as waiting from certificates c join applications a on a.id = c.application_id where a.paper_id = $1 and c.state = 'to_print' and c.withheld_at is null",
    [world.paperId],
  );
  const isOpen = request && !request.isOver;
  return {
    ...facts,
    reprint: isOpen ? ((request.status ?? 'pending') as Known['reprint']) : 'none',
    askedBy: isOpen ? request.requestedBy : undefined,
    waiting: row!.waiting,
  };
}

const isAny =
  (...roles: Person['role'][]) =>
  (person: Person) =>
    roles.includes(person.role);
const mayVerify = isAny('admin', 'case_worker');
const mayCorrect = isAny('admin', 'receiver');
const isAdmin = isAny('admin');
const isPrinted = ({ state }: Known) => state === 'printed' || state === 'handed_over';
const isAsked = ({ reprint }: Known) => reprint === 'pending' || reprint === 'approved';

export const acts: Record<string, Act> = {
  reopen: {
    name: 'reopen',
    may: mayVerify,
    expect(_, one, person, now) {
      if (!mayVerify(person) || now.status !== 'verified') return 'refused';
      if (now.verifiedBy === person.staffId || now.state === 'in_run') return 'refused';
      const isPlain = !one.proposal && !one.isRevoked && !isAsked(now);
      // Open: an earlier verifier, who worked on it, and what another act about it waits for.
      const isFree = !one.verifiers.has(person.staffId) && !now.contributors.includes(person.staffId);
      return isPlain && isFree ? 'done' : 'open';
    },
    do: async (world, one, person) => {
      const answer = await tryReopen(world.portal, person, one.application.id);
      if (answer.status === 200) one.reopeners.add(person.staffId);
      return answer;
    },
  },
  correct: {
    name: 'correct',
    may: mayCorrect,
    expect(_, one, person, now) {
      if (!mayCorrect(person) || now.status === 'verified' || now.status === 'received') return 'refused';
      return one.proposal || one.isRevoked || one.reopeners.has(person.staffId) ? 'open' : 'done';
    },
    do: (world, one, person) =>
      tryCorrect(
        person,
        world,
        one.application,
        pick([
          { candidateName: personName() },
          { candidateName: personName(), examRollNumber: digits(10) },
          { candidateName: personName(), guideName: `Dr. ${personName()}` },
        ]),
      ),
  },
  verify: {
    name: 'verify',
    may: mayVerify,
    expect(_, one, person, now) {
      if (!mayVerify(person) || now.status !== 'received') return 'refused';
      if (now.contributors.includes(person.staffId)) return 'refused';
      return one.proposal || one.isRevoked || one.reopeners.has(person.staffId) ? 'open' : 'done';
    },
    do: async (world, one, person) => {
      const answer = await tryVerify(person, world, one.application.id);
      if (answer.status === 200) one.verifiers.add(person.staffId);
      return answer;
    },
  },
  askReprint: {
    name: 'ask for a reprint',
    may: isAny('admin', 'case_worker', 'receiver', 'printer'),
    expect(_, one, person, now) {
      if (person.role === 'auditor' || now.withheld || one.isRevoked || !isPrinted(now) || isAsked(now))
        return 'refused';
      return one.proposal ? 'open' : 'done';
    },
    do: async (world, one, person) => {
      const { certificateId } = await factsOf(world, one.application.id);
      if (!certificateId) return undefined;
      // Who may upload nothing shows another's photo; the act is refused for more than that.
      const photo = await errorPhoto(person.role === 'auditor' ? world.desks.admin : person);
      return tryAskReprint(world.portal, person, certificateId, photo);
    },
  },
  approveReprint: {
    name: 'approve a reprint',
    may: isAdmin,
    expect(_, one, person, now) {
      if (!isAdmin(person) || now.askedBy === person.staffId) return 'refused';
      if (now.reprint !== 'pending') return now.reprint === 'none' ? 'refused' : 'open';
      return now.withheld || one.isRevoked || one.proposal ? 'open' : 'done';
    },
    do: (world, one, person) => decide(world, one, person, 'approve'),
  },
  rejectReprint: {
    name: 'reject a reprint',
    may: isAdmin,
    expect(_, _one, person, now) {
      if (!isAdmin(person) || now.askedBy === person.staffId || now.reprint === 'none') return 'refused';
      return 'open';
    },
    do: (world, one, person) => decide(world, one, person, 'reject'),
  },
  prepareRun: {
    name: 'prepare a run',
    may: isAny('printer'),
    expect(world, _, person, now) {
      if (person.role !== 'printer') return isAdmin(person) ? 'open' : 'refused';
      if (world.run) return 'open';
      return now.waiting ? 'done' : 'refused';
    },
    do: async (world, one, person) => {
      const before = world.run;
      const { waiting } = await know(world, one);
      const answer = await prepareRun(world, world.paperId, between(1, Math.max(1, waiting)), person);
      if (answer.status === 200 && !before) world.run = answer.body.id;
      // Two runs at once are not what this is about.
      if (answer.status === 200 && before) await withdrawRun(world, answer.body.id);
      return answer;
    },
  },
  finishRun: {
    name: 'finish the run',
    may: isAny('printer'),
    expect: (world, _, person) => (world.run && person.role === 'printer' ? 'open' : 'refused'),
    do: async (world, _, person) => {
      if (!world.run || person.role !== 'printer') return undefined;
      const id = world.run;
      world.run = undefined;
      if (between(1, 5) === 1) {
        await withdrawRun(world, id);
        return undefined;
      }
      for (const sheet of await startRun(world, id)) {
        const outcome = pick(['good', 'good', 'good', 'spoilt', 'missing'] as const);
        const answer = await tryRecord(world, id, sheet.id, outcome);
        // Taken back while the run is open, and said again.
        if (answer.status === 200 && between(1, 4) === 1)
          await person.act('POST', `/api/print-runs/${id}/take-back`, { sheetId: sheet.id });
        else if (answer.status === 200) continue;
        const again = await tryRecord(world, id, sheet.id, pick(['good', 'spoilt'] as const));
        if (again.status !== 200) await tryRecord(world, id, sheet.id, 'spoilt');
      }
      await closeRun(world, id);
      return undefined;
    },
  },
  handOver: {
    name: 'hand over',
    may: mayCorrect,
    expect(_, one, person, now) {
      if (!mayCorrect(person) || now.withheld || one.isRevoked || now.state !== 'printed') return 'refused';
      return one.proposal ? 'open' : 'done';
    },
    do: async (world, one, person) => {
      const { id } = one.application;
      return (await factsOf(world, id)).certificateId ? tryHandOver(person, world, id) : undefined;
    },
  },
  propose: {
    name: 'propose to revoke',
    may: isAdmin,
    expect(_, one, person, now) {
      if (!isAdmin(person) || one.proposal || one.isRevoked || !now.certificateId) return 'refused';
      return now.status === 'verified' && isPrinted(now) && !isAsked(now) ? 'done' : 'open';
    },
    do: async (world, one, person) => {
      const { certificateId } = await factsOf(world, one.application.id);
      if (!certificateId) return undefined;
      const answer = await tryPropose(world.portal, person, certificateId);
      if (answer.status === 200) one.proposal = { by: person, answer };
      return answer;
    },
  },
  confirm: {
    name: 'confirm the revocation',
    may: isAdmin,
    expect(_, one, person, now) {
      if (!isAdmin(person) || !one.proposal || one.proposal.by.staffId === person.staffId) return 'refused';
      return now.status === 'verified' && isPrinted(now) ? 'done' : 'open';
    },
    do: async (world, one, person) => {
      const { certificateId } = await factsOf(world, one.application.id);
      if (!certificateId) return undefined;
      const answer = await tryConfirm(world.portal, person, certificateId, one.proposal?.answer);
      if (answer.status === 200) {
        one.proposal = undefined;
        one.isRevoked = true;
      }
      return answer;
    },
  },
  dropProposal: {
    name: 'drop the proposal to revoke',
    may: isAdmin,
    expect: (_, one, person) => (isAdmin(person) && one.proposal ? 'open' : 'refused'),
    do: async (world, one, person) => {
      const { certificateId } = await factsOf(world, one.application.id);
      if (!certificateId) return undefined;
      const answer = await tryAgainst(world.portal, person, certificateId, one.proposal?.answer);
      if (answer?.status === 200) one.proposal = undefined;
      return answer;
    },
  },
};

async function decide(
  world: World,
  one: Case,
  person: Person,
  verb: 'approve' | 'reject',
): Promise<Answer | undefined> {
  const { certificateId } = await factsOf(world, one.application.id);
  const request = certificateId ? await newestReprint(world.portal, certificateId) : undefined;
  if (!request) return undefined;
  const [row] = await world.portal.sql('select version from reprint_requests where id = $1', [request.id]);
  const remark = verb === 'reject' ? { remark: `Nothing is wrong with it ${letters(5)}` } : {};
  return person.ask('POST', `/api/reprint-requests/${request.id}/${verb}`, {
    body: { version: row!.version, ...remark },
  });
}
