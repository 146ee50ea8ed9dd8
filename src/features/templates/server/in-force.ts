import { sql } from 'kysely';
import type { TemplateContent } from '#features/certificates/template.ts';
import type { Db } from '#platform/server/db/database.ts';

/**
 * By certificate type, the version that prints on a day (`yyyy-mm-dd`): the latest in force. A type without one has its
 * built-in design.
 */
export async function listInForce(db: Db, day: string) {
  return db
    .selectFrom('template_versions')
    .innerJoin('templates', 'templates.id', 'template_versions.template_id')
    .where('in_force_from', '<=', day)
    .distinctOn('certificate_type')
    .orderBy('certificate_type')
    .orderBy('in_force_from', 'desc')
    .orderBy('in_force_at', 'desc')
    .select(['template_versions.id', 'certificate_type as certificateType'])
    .select(sql<TemplateContent>`content`.as('content'))
    .execute();
}

/** What may print in future: drafts, and versions that come into force after this day. */
export async function listFutureVersions(db: Db, day: string) {
  return db
    .selectFrom('template_versions')
    .innerJoin('templates', 'templates.id', 'template_versions.template_id')
    .where((where) => where.or([where('in_force_from', 'is', null), where('in_force_from', '>', day)]))
    .select('certificate_type as certificateType')
    .select(sql<TemplateContent>`content`.as('content'))
    .execute();
}
