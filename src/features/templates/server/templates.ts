import { sql } from 'kysely';
import { hashOfTemplate, layoutFingerprint } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { PlacedContent, TemplateContent } from '#features/certificates/template.ts';
import { findUniversity } from '#features/masters/server/university.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { fileOf } from '#platform/server/files/file-of.ts';
import type { PageRequest, Search } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { Template, type TemplateVersion, type templatesContract, type VersionState } from '../contract.ts';
import { listInForce } from './in-force.ts';

export const templateCommand = commandOf<typeof templatesContract>();

/** A stored version, whose state is still to be derived. */
type StoredVersion = Omit<TemplateVersion, 'state'>;

/** Templates belong to the whole university: no scope. */
const templates = listQueries({
  order: {
    column: 'templates.certificate_type',
    type: 'name',
    id: 'templates.id',
    idType: 'uuid',
    direction: 'asc',
  },
  rows: (db, { search }: Search) => {
    const rows = templateRows(db);
    return search ? rows.where(hasTerm(sql`templates.name, templates.certificate_type`, search)) : rows;
  },
  record: (row) => row,
});

export const countTemplates = templates.count;

export async function listTemplates(db: Db, input: Search & PageRequest) {
  const { rows, nextCursor } = await templates.page(db, input);
  return { rows: await withStates(db, rows), nextCursor };
}

export async function getTemplate(db: Db, id: string): Promise<Template & { content: TemplateContent }> {
  const row = await templateRows(db)
    .where('templates.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('templates.not_found'));
  const [template] = await withStates(db, [row]);
  return { ...template!, content: row.content };
}

/** All templates with the content of their newest version, ordered by name. */
export async function listNewest(db: Db) {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'name', 'certificate_type as certificateType', 'design', contentOf])
    .orderBy(sql`name collate "C"`)
    .execute();
  return rows;
}

/** The certificate type and the newest version's content. */
export function getNewest(
  db: Db,
  id: string,
): Promise<{ certificateType: string; content: TemplateContent }> {
  return db
    .selectFrom('templates')
    .select(['certificate_type as certificateType', contentOf])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('templates.not_found'));
}

/**
 * Content from a browser, with what it cannot carry: the drawing that an earlier release stored, and the background of
 * the pack unless a built-in one replaces it.
 */
export function withStored(content: PlacedContent, { artwork, drawing }: TemplateContent): TemplateContent {
  return {
    ...content,
    ...(artwork !== undefined && content.background === 'none' && { artwork }),
    ...(drawing !== undefined && { drawing }),
  };
}

/** Locked until the transaction ends; every command locks it first. */
export async function lockTemplate(db: Db, id: string) {
  await db
    .selectFrom('templates')
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('templates.not_found'));
  return getTemplate(db, id);
}

type Shown = { id: string; certificateType: string; content: TemplateContent };

/**
 * A signed-off proof of the template itself with exactly this content and the present university, in any colour of
 * paper; null if there is none. One of a layout that looks the same is none.
 */
export async function findSignedProof(db: Db, template: Shown): Promise<string | null> {
  return findProofAmong(await listSignedProofs(db), await findUniversity(db), template);
}

type SignedProof = Awaited<ReturnType<typeof listSignedProofs>>[number];

function listSignedProofs(db: Db) {
  return db
    .selectFrom('proofs')
    .where('signed_off_at', 'is not', null)
    .where('template_id', 'is not', null)
    .select(['id', 'fingerprint', 'template_id', 'template_sha256', 'certificate_type', 'colour'])
    .execute();
}

function findProofAmong(
  proofs: readonly SignedProof[],
  university: Awaited<ReturnType<typeof findUniversity>>,
  { id, certificateType, content }: Shown,
): string | null {
  const sha256 = hashOfTemplate(content);
  const found = proofs.find(
    ({ template_id, template_sha256, certificate_type, colour, fingerprint }) =>
      template_id === id &&
      template_sha256 === sha256 &&
      certificate_type === certificateType &&
      fingerprint === layoutFingerprint({ university, certificateType, template: content, colour }),
  );
  return found?.id ?? null;
}

async function withStates(db: Db, rows: readonly RowOf<typeof templateRows>[]): Promise<Template[]> {
  const today = dayInIndia(new Date());
  const inForce = new Set((await listInForce(db, today)).map(({ id }) => id));
  const proofs = await listSignedProofs(db);
  const university = await findUniversity(db);
  return rows.map((row) => {
    const content = row.content;
    const stateOf = ({ id, inForceFrom }: StoredVersion): VersionState => {
      if (inForceFrom === null)
        return findProofAmong(proofs, university, {
          id: row.id,
          certificateType: row.certificate_type,
          content,
        })
          ? 'proved'
          : 'draft';
      if (inForceFrom > today) return 'to_come';
      return inForce.has(id) ? 'in_force' : 'past';
    };
    const { design } = row;
    return fromRow(Template, row, {
      design: design as Template['design'],
      versions: row.versions.map((version) => ({
        ...version,
        madeAt: new Date(version.madeAt).toISOString(),
        state: stateOf(version),
      })),
    });
  });
}

/** `content` is the newest version's, which may be a draft. */
function templateRows(db: Db) {
  return db
    .selectFrom('templates')
    .selectAll('templates')
    .select([versionsOf, contentOf, fileOf('templates.scan_file_id').as('scan')]);
}

const versionsOf = sql<StoredVersion[]>`(
  select json_agg(json_build_object(
           'id', v.id, 'number', v.number, 'inForceFrom', v.in_force_from, 'inForceBy', forcer.name,
           'madeBy', maker.name, 'madeAt', v.made_at
         ) order by v.number desc)
    from template_versions v
    left join staff maker on maker.id = v.made_by
    left join staff forcer on forcer.id = v.in_force_by
   where v.template_id = templates.id
)`.as('versions');

const contentOf = sql<TemplateContent>`(
  select content from template_versions v where v.template_id = templates.id order by v.number desc limit 1
)`.as('content');
