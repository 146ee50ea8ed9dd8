import { proofDocument } from '#features/certificates/server/typst/proof-document.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { dayInIndia, formatMoment } from '#shared/format.ts';
import { proofDocuments } from '../proof-contract.ts';
import { getProof } from './proofs.ts';

/**
 * `GET /api/proofs/{id}/document`: the proof sheet. It is made when it is asked for, which shows the same as long as the
 * layout is the same; afterwards it is refused.
 */
export const proofRoute = servePaper(proofDocuments.proof, async ({ services, params }) => {
  const id = params.id!;
  const proof = await getProof(services, id);
  if (!proof.isCurrent) throw domainError('proofs.outdated');
  const { certificateType, colour, madeAt, madeBy, templateVersion } = proof;
  const document = await proofDocument({
    university: services.settings.university,
    publicUrl: services.settings.publicUrl,
    certificateType,
    colour,
    madeOn: dayInIndia(new Date(madeAt)),
    legend: `Proof sheet, no certificate. ${certificateType}, ${colour}, template ${templateVersion}. Made by ${madeBy}, ${formatMoment(madeAt)} IST.`,
  });
  return { name: `proof-${id}`, pdf: await renderPaper(document) };
});
