import { hashOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import type { Db } from '#platform/server/db/database.ts';

/** Stores the templates that sheets and proofs are printed from, whatever becomes of them later. */
export async function storeTemplates(db: Db, templates: readonly TemplateContent[]): Promise<void> {
  const byHash = new Map(templates.map((template) => [hashOfTemplate(template), template]));
  await db
    .insertInto('printed_templates')
    .values([...byHash].map(([sha256, content]) => ({ sha256, content: JSON.stringify(content) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
