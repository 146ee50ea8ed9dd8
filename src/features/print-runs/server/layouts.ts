import { designOf } from '#features/certificates/server/designs/designs.ts';
import { layoutFingerprint } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { findUniversity, type University } from '#features/masters/server/university.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import type { Layout } from '../proof-contract.ts';

/** What decides today how certificates look: the university, and the template of each certificate type. */
export type LayoutSetUp = { university: University; templates: ReadonlyMap<string, TemplateContent> };

export async function findLayoutSetUp(db: Db): Promise<LayoutSetUp> {
  const types = await unscoped(db).selectFrom('certificate_types').select(['name', 'template']).execute();
  return {
    university: await findUniversity(db),
    templates: new Map(types.map(({ name, template }) => [name, designOf(template)])),
  };
}

export function templateOf({ templates }: LayoutSetUp, certificateType: string): TemplateContent {
  return templates.get(certificateType) ?? designOf(null);
}

export function fingerprintOf({ certificateType, colour }: Layout, setUp: LayoutSetUp): string {
  const template = templateOf(setUp, certificateType);
  return layoutFingerprint({ university: setUp.university, template, certificateType, colour });
}
