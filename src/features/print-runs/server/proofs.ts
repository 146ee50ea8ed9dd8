import { sql } from 'kysely';
import { layoutFingerprint } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { Scope } from '#platform/server/actor.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, inScope, unscoped } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { KeptProof, Layout, LayoutState, Proof, ProofFilters } from '../proof-contract.ts';

/** The database, and the settings that a layout depends on. */
type Desk = Pick<Services, 'db' | 'settings'>;
type University = Services['settings']['university'];

export async function listProofs({ db, settings }: Desk, input: ProofFilters & PageRequest) {
  const page = await listKeptProofs(db, input);
  return { ...page, rows: page.rows.map((proof) => asItStands(proof, settings.university)) };
}

/** Proofs show sample data, so they are the whole university's: no scope. */
export async function listKeptProofs(db: Db, input: ProofFilters & PageRequest) {
  const order = {
    column: 'proofs.made_at',
    type: 'timestamptz',
    id: 'proofs.id',
    idType: 'uuid',
    direction: 'desc',
  } as const;
  const page = await readPage(filtered(db, input), order, input);
  return { rows: page.rows.map(toKeptProof), nextCursor: page.nextCursor };
}

export async function countProofs(db: Db, filters: ProofFilters): Promise<{ count: number }> {
  return filtered(db, filters)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function getProof({ db, settings }: Desk, id: string): Promise<Proof> {
  const row = await proofRows(db).where('proofs.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('proofs.not_found');
  return asItStands(toKeptProof(row), settings.university);
}

/** The same, with its row locked until the transaction ends. */
export async function lockProof(desk: Desk, id: string): Promise<Proof> {
  await desk.db.selectFrom('proofs').select('id').where('id', '=', id).forUpdate().execute();
  return getProof(desk, id);
}

/** The newest proof of a layout: of those that were made one after the other, only the last can stand. */
export async function findProof({ db, settings }: Desk, fingerprint: string): Promise<Proof | null> {
  const row = await proofRows(db)
    .where('proofs.fingerprint', '=', fingerprint)
    .orderBy('proofs.made_at', 'desc')
    .orderBy('proofs.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? asItStands(toKeptProof(row), settings.university) : null;
}

/** Every certificate type in every colour of paper. What waits is counted within the scope of who asks. */
export async function listLayouts({ db, settings }: Desk, scope: Scope): Promise<LayoutState[]> {
  const layouts = await unscoped(db)
    .selectFrom('certificate_types')
    .crossJoin(unscoped(db).selectFrom('papers').select('colour').distinct().as('colours'))
    .select(['certificate_types.name as certificateType', 'colours.colour'])
    .orderBy('certificateType')
    .orderBy('colour')
    .execute();
  const waiting = await inScope(db, scope, 'certificates')
    .innerJoin('applications', 'applications.id', 'certificates.application_id')
    .innerJoin('papers', 'papers.id', 'applications.paper_id')
    .where('certificates.state', '=', 'to_print')
    .where('certificates.withheld_at', 'is', null)
    .groupBy(['applications.certificate_type', 'papers.colour'])
    .select(['applications.certificate_type', 'papers.colour'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .execute();
  const standing = await db
    .selectFrom('proofs')
    .where('refused_at', 'is', null)
    .select(['fingerprint', 'signed_off_at'])
    .execute();
  const waitingOf = new Map(waiting.map((row) => [nameOf(row.certificate_type, row.colour), row.count]));
  const proofOf = new Map(
    standing.map((row) => [row.fingerprint, row.signed_off_at ? 'signed_off' : 'waiting']),
  );
  return layouts.map((layout) => ({
    ...layout,
    waiting: waitingOf.get(nameOf(layout.certificateType, layout.colour)) ?? 0,
    proof: (proofOf.get(fingerprintOf(layout, settings.university)) ?? 'none') as LayoutState['proof'],
  }));
}

export function fingerprintOf({ certificateType, colour }: Layout, university: University): string {
  return layoutFingerprint({ university, certificateType, colour });
}

function nameOf(certificateType: string, colour: string): string {
  return `${certificateType}\n${colour}`;
}

function proofRows(db: Db) {
  return unscoped(db)
    .selectFrom('proofs')
    .innerJoin('staff as maker', 'maker.id', 'proofs.made_by')
    .leftJoin('staff as decider', (join) =>
      join.on('decider.id', '=', sql.raw('coalesce(proofs.signed_off_by, proofs.refused_by)')),
    )
    .selectAll('proofs')
    .select(['maker.name as maker_name', 'decider.name as decider_name']);
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
    query = query.where(
      sql<boolean>`lower(concat_ws(E'\n', certificate_type, colour, maker.name, decider.name)) like ${containing(search)}`,
    );
  }
  return query;
}

type ProofRow = Awaited<ReturnType<ReturnType<typeof proofRows>['executeTakeFirstOrThrow']>>;

function asItStands(proof: KeptProof, university: University): Proof {
  return { ...proof, isCurrent: proof.fingerprint === fingerprintOf(proof, university) };
}

function toKeptProof(row: ProofRow): KeptProof {
  return {
    id: row.id,
    certificateType: row.certificate_type,
    colour: row.colour,
    fingerprint: row.fingerprint,
    state: row.signed_off_at ? 'signed_off' : row.refused_at ? 'refused' : 'waiting',
    templateVersion: row.template_version,
    madeBy: row.maker_name,
    madeById: row.made_by,
    madeAt: row.made_at.toISOString(),
    decidedBy: row.decider_name,
    decidedAt: (row.signed_off_at ?? row.refused_at)?.toISOString() ?? null,
    remark: row.refusal_remark,
    version: row.version,
  };
}
