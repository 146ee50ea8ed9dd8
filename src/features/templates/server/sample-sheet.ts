import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { samplePage } from '#features/certificates/server/typst/proof-document.ts';
import { signatoriesOf } from '#features/certificates/server/typst/signatories.ts';
import { silhouette } from '#features/certificates/server/typst/silhouette.ts';
import { holdersOn, listSigningHolders } from '#features/masters/server/office-holders.ts';
import { findUniversity } from '#features/masters/server/university.ts';
import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';

export type SampleSheet = { sheet: CertificateSheet; crest: Uint8Array | null };

/**
 * What the portal would print today for a fictitious candidate, on paper of its first colour; `words` replace the
 * sample's. Without `isSigned` the offices are shown without signatures.
 */
export async function sampleSheet(
  { db, files, settings }: Services,
  certificateType: string,
  words: Partial<CertificateSheet['words']>,
  { isSigned = true } = {},
): Promise<SampleSheet> {
  const type = await db
    .selectFrom('certificate_types')
    .select(['name', 'title', 'titles'])
    .where('name', '=', certificateType)
    .executeTakeFirstOrThrow(() => domainError('masters.unknown_name'));
  const paper = await db.selectFrom('papers').select('colour').orderBy('name').executeTakeFirst();
  const university = await findUniversity(db);
  const offices = holdersOn(dayInIndia(new Date()), await listSigningHolders(db));
  const keys = isSigned ? offices.flatMap(({ signatureKey }) => signatureKey ?? []) : [];
  const pictures = keys.map(async (key) => [key, await files.getBytes(key)] as const);
  const page = samplePage({
    university,
    title: type.title ?? type.name,
    titles: (type.titles ?? {}) as Record<string, string>,
    publicUrl: settings.publicUrl,
  });
  const sheet: CertificateSheet = {
    words: { ...page, ...words },
    languages: university.languages,
    signatures: signatoriesOf(offices, new Map(await Promise.all(pictures))),
    colour: paper?.colour ?? '',
    photo: await silhouette(),
    verifyUrl: `${settings.publicUrl}/verify`,
  };
  return { sheet, crest: university.crestKey === null ? null : await files.getBytes(university.crestKey) };
}
