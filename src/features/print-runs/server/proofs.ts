import { sql, type Updateable } from 'kysely';
import { listSetUpAloneBy } from '#features/masters/server/set-up.ts';
import { assertVersion, type CommandTransaction, commandOf, updateRow } from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import type { Proofs } from '#platform/server/db/tables.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { PageRequest } from '#shared/fields.ts';
import {
  type LayoutState,
  type Proof,
  type ProofFilters,
  type proofsContract,
  StoredProof,
} from '../proof-contract.ts';
import { layoutLabel } from '../rules.ts';
import { findLayoutSetUp, findProved, fingerprintOf, type LayoutSetUp } from './layouts.ts';

export const proofCommand = commandOf<typeof proofsContract>();

/** Proofs belong to the whole university: no scope. Their real records are checked by `assertRecordsInScope`. */
export const storedProofs = listQueries({
  order: newestFirst('proofs.made_at', 'proofs.id'),
  queue: ({ state }: ProofFilters) =>
    state === 'waiting' ? { column: 'proofs.made_at', type: 'timestamptz' } : undefined,
  rows: (db, filters: ProofFilters) => filtered(db, filters),
  record: toStoredProof,
});

export async function listProofs(db: Db, input: ProofFilters & PageRequest) {
  const page = await storedProofs.page(db, input);
  const now = await findSetUp(db);
  return { ...page, rows: page.rows.map((proof) => toProof(proof, now)) };
}

export async function getProof(db: Db, id: string): Promise<Proof> {
  const row = await proofRows(db).where('proofs.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('proofs.not_found');
  return toProof(toStoredProof(row), await findSetUp(db));
}

/** Decides a proof if the rule allows it and the version is the one that the user saw. */
export async function decideProof(
  { db, actor, audit }: CommandTransaction,
  { id, version }: { id: string; version: number },
  decision: {
    may: (proof: Proof, actorId: string) => true | ErrorCode;
    set: Updateable<Proofs>;
  } & Pick<AuditEntry, 'event' | 'after'>,
): Promise<{ version: number; label: string }> {
  await db.selectFrom('proofs').select('id').where('id', '=', id).forUpdate().execute();
  const proof = await getProof(db, id);
  const { may, set, ...entry } = decision;
  assertAllowed(may(proof, actor.id));
  await assertVersion(db, { type: 'proof', row: proof }, version);

  const changed = await updateRow(db, 'proofs', proof, set);
  const label = layoutLabel(proof);
  audit({
    ...entry,
    record: { type: 'proof', id, label },
    before: { state: proof.state, madeBy: proof.madeBy },
  });
  return { ...changed, label };
}

/** The proof of a layout that counts, or of a template with its look: one that is signed off, else waits, else the newest. */
export async function findProof(
  db: Db,
  fingerprint: string | null,
  templateId?: string,
): Promise<Proof | null> {
  if (fingerprint === null) return null;
  const row = await proofRows(db)
    .where('proofs.fingerprint', '=', fingerprint)
    .$if(templateId !== undefined, (rows) => rows.where('proofs.template_id', '=', templateId!))
    .orderBy(sql`proofs.signed_off_at is null`)
    .orderBy(sql`proofs.refused_at is not null`)
    .orderBy('proofs.made_at', 'desc')
    .orderBy('proofs.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toProof(toStoredProof(row), await findSetUp(db)) : null;
}

/** Every certificate type in every colour of paper. Waiting certificates are counted within the caller's scope. */
export async function listLayouts(db: Db): Promise<LayoutState[]> {
  const waiting = db
    .selectFrom('certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .where('certificates.state', '=', 'to_print')
    .where('certificates.withheld_at', 'is', null)
    .groupBy(['applications.certificate_type', 'papers.colour'])
    .select(['applications.certificate_type', 'papers.colour'])
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const layouts = await db
    .selectFrom('certificate_types')
    .crossJoin(db.selectFrom('papers').select('colour').distinct().as('colours'))
    .leftJoin(waiting.as('waiting'), (join) =>
      join
        .onRef('waiting.certificate_type', '=', 'certificate_types.name')
        .onRef('waiting.colour', '=', 'colours.colour'),
    )
    .select(['certificate_types.name as certificateType', 'colours.colour'])
    .select((eb) => eb.fn.coalesce('waiting.count', sql<number>`0`).as('waiting'))
    .orderBy('certificateType')
    .orderBy('colour')
    .execute();
  const standing = await db
    .selectFrom('proofs')
    .where('refused_at', 'is', null)
    .select(['fingerprint', 'signed_off_at'])
    .orderBy('signed_off_at', (order) => order.asc().nullsFirst())
    .execute();
  const proofOf = new Map<string, LayoutState['proof']>(
    standing.map((row) => [row.fingerprint, row.signed_off_at ? 'signed_off' : 'waiting']),
  );
  const setUp = await findLayoutSetUp(db, new Date());
  return layouts.map((layout) => ({
    ...layout,
    proof: proofOf.get(fingerprintOf(layout, setUp)) ?? 'none',
  }));
}

function proofRows(db: Db) {
  return db
    .selectFrom('proofs')
    .innerJoin('staff as maker', 'maker.id', 'proofs.made_by')
    .leftJoin('staff as decider', (join) =>
      join.on('decider.id', '=', sql.raw('coalesce(proofs.signed_off_by, proofs.refused_by)')),
    )
    .selectAll('proofs')
    .select(['maker.name as maker', 'decider.name as decided_by', 'refusal_remark as remark']);
}

const stateConditions = {
  waiting: sql<boolean>`proofs.signed_off_at is null and proofs.refused_at is null`,
  signed_off: sql<boolean>`proofs.signed_off_at is not null`,
  refused: sql<boolean>`proofs.refused_at is not null`,
};

function filtered(db: Db, { search, state }: ProofFilters) {
  let query = proofRows(db);
  if (state !== 'all') query = query.where(stateConditions[state]);
  if (search) {
    query = query.where(hasTerm(sql`certificate_type, colour, maker.name, decider.name`, search));
  }
  return query;
}

type SetUp = LayoutSetUp & { setUpAloneBy: string[] };

/** What every proof is compared with. */
async function findSetUp(db: Db): Promise<SetUp> {
  return { ...(await findLayoutSetUp(db, new Date())), setUpAloneBy: await listSetUpAloneBy(db) };
}

function toProof(proof: StoredProof, { setUpAloneBy, ...setUp }: SetUp): Proof {
  return { ...proof, isCurrent: findProved(proof, setUp) !== undefined, setUpAloneBy };
}

function toStoredProof(row: RowOf<typeof proofRows>): StoredProof {
  return fromRow(StoredProof, row, {
    state: row.signed_off_at ? 'signed_off' : row.refused_at ? 'refused' : 'waiting',
    madeBy: row.maker,
    madeById: row.made_by,
    decidedAt: (row.signed_off_at ?? row.refused_at)?.toISOString() ?? null,
  });
}
