import { designOf } from '#features/certificates/server/designs/designs.ts';
import { layoutFingerprint } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { TemplateContent } from '#features/certificates/template.ts';
import { findUniversity, type University } from '#features/masters/server/university.ts';
import { listFutureVersions, listInForce } from '#features/templates/server/in-force.ts';
import type { Db } from '#platform/server/db/database.ts';
import { dayInIndia } from '#shared/format.ts';
import type { Layout } from '../proof-contract.ts';

/** What determines the look of certificates: the university, and the template of each certificate type. */
export type LayoutSetUp = {
  university: University;
  /** Those in force on the day. */
  templates: ReadonlyMap<string, TemplateContent>;
  /** Drafts, and versions that come into force later: they can be proved before they print. */
  coming: ReadonlyMap<string, readonly TemplateContent[]>;
};

/** On a moment's day in India: the version in force, otherwise the type's built-in design. */
export async function findLayoutSetUp(db: Db, moment: Date): Promise<LayoutSetUp> {
  const day = dayInIndia(moment);
  const types = await db.selectFrom('certificate_types').select(['name', 'template']).execute();
  const inForce = new Map(
    (await listInForce(db, day)).map(({ certificateType, content }) => [certificateType, content]),
  );
  const coming = Map.groupBy(await listFutureVersions(db, day), ({ certificateType }) => certificateType);
  return {
    university: await findUniversity(db),
    templates: new Map(types.map(({ name, template }) => [name, inForce.get(name) ?? designOf(template)])),
    coming: new Map([...coming].map(([type, versions]) => [type, versions.map(({ content }) => content)])),
  };
}

export function templateOf({ templates }: LayoutSetUp, certificateType: string): TemplateContent {
  return templates.get(certificateType) ?? designOf(null);
}

/** Fingerprint of a layout, by default with the template in force. */
export function fingerprintOf(
  { certificateType, colour }: Layout,
  setUp: LayoutSetUp,
  template: TemplateContent = templateOf(setUp, certificateType),
): string {
  return layoutFingerprint({ university: setUp.university, template, certificateType, colour });
}

/** The template that a proof shows, if it is in force or coming; undefined once the proof is outdated. */
export function findProved(
  proof: Layout & { fingerprint: string },
  setUp: LayoutSetUp,
): TemplateContent | undefined {
  const { certificateType } = proof;
  return [templateOf(setUp, certificateType), ...(setUp.coming.get(certificateType) ?? [])].find(
    (template) => fingerprintOf(proof, setUp, template) === proof.fingerprint,
  );
}
