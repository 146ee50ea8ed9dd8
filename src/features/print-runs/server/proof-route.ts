import {
  type ProofPage,
  proofDocument,
  recordPage,
  samplePage,
} from '#features/certificates/server/typst/proof-document.ts';
import { signatoriesOf } from '#features/certificates/server/typst/signatories.ts';
import { holdersOn, listSigningHolders } from '#features/masters/server/office-holders.ts';
import { readCrest, type University } from '#features/masters/server/university.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { dayInIndia, formatMoment } from '#shared/format.ts';
import { type Proof, proofDocuments } from '../proof-contract.ts';
import { layoutLabel } from '../rules.ts';
import { readSignatures } from './jobs/read-sheets.ts';
import { findLayoutSetUp, findProved } from './layouts.ts';
import { assertRecordsInScope, listRecords } from './proof-records.ts';
import { getProof } from './proofs.ts';

/**
 * `GET /api/proofs/{id}/document`: the proof sheets. They are rendered on request from the facts stored with the proof,
 * as long as the layout is unchanged; afterwards the request fails.
 */
export const proofRoute = servePdf(proofDocuments.proof, async ({ services, context, params }) => {
  const id = params.id!;
  const proof = await getProof(services.db, id);
  await assertRecordsInScope(services.db, id);
  const { university, ...setUp } = await findLayoutSetUp(services.db, new Date());
  const template = findProved(proof, { university, ...setUp });
  if (!template) throw domainError('proofs.outdated');
  const pages = await pagesOf(services, proof, university);
  if (pages.isReal) recordView(context, 'document_viewed', { label: layoutLabel(proof) });
  const { certificateType, colour, madeAt, madeBy, templateVersion } = proof;
  const document = await proofDocument({
    template,
    languages: university.languages,
    crest: await readCrest(services, university),
    publicUrl: services.settings.publicUrl,
    pages: pages.pages,
    colour,
    madeOn: dayInIndia(new Date(madeAt)),
    legend: `Proof sheet, no certificate. ${certificateType}, ${colour}, template ${templateVersion}. Made by ${madeBy}, ${formatMoment(madeAt)} IST.`,
  });
  return { name: `proof-${id}`, pdf: await renderPdf(document) };
});

async function pagesOf(
  services: Services,
  { id, certificateType, madeAt }: Proof,
  university: University,
): Promise<{ isReal: boolean; pages: ProofPage[] }> {
  const { publicUrl } = services.settings;
  const records = await listRecords(services.db, id);
  if (records.length === 0) {
    // As on a certificate of the day when the proof was made.
    const offices = holdersOn(dayInIndia(new Date(madeAt)), await listSigningHolders(services.db));
    const words = samplePage({ university, publicUrl, ...(await titlesOf(services.db, certificateType)) });
    const signatures = signatoriesOf(offices, await readSignatures(services, offices));
    return { isReal: false, pages: [{ words, signatures }] };
  }
  const pictures = await readSignatures(
    services,
    records.flatMap(({ offices = [] }) => offices),
  );
  const pages = records.map((facts) => ({
    words: recordPage(facts, { university, publicUrl }),
    signatures: signatoriesOf(facts.offices ?? [], pictures),
  }));
  return { isReal: true, pages };
}

async function titlesOf(db: Db, certificateType: string) {
  const { title, name, titles } = await db
    .selectFrom('certificate_types')
    .select(['title', 'name', 'titles'])
    .where('name', '=', certificateType)
    .executeTakeFirstOrThrow();
  return { title: title ?? name, titles: (titles ?? {}) as Record<string, string> };
}
