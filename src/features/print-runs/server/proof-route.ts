import { proofDocument } from '#features/certificates/server/typst/proof-document.ts';
import { signatoriesOf } from '#features/certificates/server/typst/signatories.ts';
import { holdersOn, listSigningHolders } from '#features/masters/server/office-holders.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { dayInIndia, formatMoment } from '#shared/format.ts';
import { proofDocuments } from '../proof-contract.ts';
import { readCrest } from './jobs/read-sheets.ts';
import { findLayoutSetUp, templateOf } from './layouts.ts';
import { getProof } from './proofs.ts';

/**
 * `GET /api/proofs/{id}/document`: the proof sheet. It is made when it is asked for, which shows the same as long as the
 * layout is the same; afterwards it is refused.
 */
export const proofRoute = servePaper(proofDocuments.proof, async ({ services, params }) => {
  const id = params.id!;
  const proof = await getProof(services.db, id);
  if (!proof.isCurrent) throw domainError('proofs.outdated');
  const { certificateType, colour, madeAt, madeBy, templateVersion } = proof;
  const setUp = await findLayoutSetUp(services.db);
  const { university } = setUp;
  const document = await proofDocument({
    template: templateOf(setUp, certificateType),
    university,
    crest: await readCrest(services, university),
    publicUrl: services.settings.publicUrl,
    ...(await titlesOf(services.db, certificateType)),
    signatures: await signaturesToday(services),
    colour,
    madeOn: dayInIndia(new Date(madeAt)),
    legend: `Proof sheet, no certificate. ${certificateType}, ${colour}, template ${templateVersion}. Made by ${madeBy}, ${formatMoment(madeAt)} IST.`,
  });
  return { name: `proof-${id}`, pdf: await renderPaper(document) };
});

async function titlesOf(db: Db, certificateType: string) {
  const { title, name, titles } = await unscoped(db)
    .selectFrom('certificate_types')
    .select(['title', 'name', 'titles'])
    .where('name', '=', certificateType)
    .executeTakeFirstOrThrow();
  return { title: title ?? name, titles: (titles ?? {}) as Record<string, string> };
}

/** As a certificate of today would have them. */
async function signaturesToday(services: Services) {
  const offices = holdersOn(dayInIndia(new Date()), await listSigningHolders(services.db));
  const keys = offices.flatMap(({ signatureKey }) => signatureKey ?? []);
  const pictures = keys.map(async (key) => [key, await services.files.getBytes(key)] as const);
  return signatoriesOf(offices, new Map(await Promise.all(pictures)));
}
