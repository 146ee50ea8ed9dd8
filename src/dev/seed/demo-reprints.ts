import { cancelCopy } from '#features/certificates/server/commands/cancel-copy.ts';
import { lostReason } from '#features/reprints/contract.ts';
import { concedeReprint } from '#features/reprints/server/commands/concede-reprint.ts';
import { payReprint } from '#features/reprints/server/commands/pay-reprint.ts';
import { requestReprint } from '#features/reprints/server/commands/request-reprint.ts';
import { approveReprint, rejectReprint } from '#features/reprints/server/decide-request.ts';
import { type ActOnCase, faceOf, furtherDraft, receiptOf } from './demo-applications.ts';
import type { CaseAct, DemoCase } from './demo-case.ts';
import { reprintFee } from './demo-fees.ts';
import { drawErrorPhoto, writeDeclarationScan } from './demo-pictures.ts';

type Wrong = NonNullable<DemoCase['wrong']>;

/** Faults of copies whose case does not specify one. */
const wrongs: readonly Wrong[] = [
  {
    by: 'receiver',
    reason: 'The lower border is smudged.',
    rejection: 'The border of the photo is of another sheet.',
  },
  {
    by: 'case-worker',
    reason: 'A fold runs through the name.',
    rejection: 'The fold was made after it was handed over.',
  },
  {
    by: 'receiver',
    reason: 'The sheet got wet in the post.',
    rejection: 'The carrier has to answer for it first.',
  },
  { by: 'printer', reason: 'Toner streak across the seal.', rejection: 'The streak is on the photo only.' },
];

const askedFor = (plan: { index: number; wrong?: Wrong | undefined }) =>
  plan.wrong ?? wrongs[plan.index % wrongs.length]!;

/** Acts on faulty copies. Nobody decides on what they requested or printed. */
export const copyActs = {
  askReprint: async (office, work, when) => {
    const { plan, certificateId } = work;
    const { by, reason, cause = 'candidate' } = askedFor(plan);
    const errorPhotoFileId = await office.upload(
      { ...when, by, key: `${when.key}-photo` },
      {
        kind: 'error_photo',
        name: `error-${plan.key}.jpg`,
        draw: () => drawErrorPhoto(plan.name, plan.index),
      },
    );
    const { id } = await office.once({ ...when, by }, (context) =>
      requestReprint(context, { certificateId, reason, cause, errorPhotoFileId }),
    );
    work.reprintRequestId = id;
    return null;
  },
  reportLost: async (office, work, when) => {
    const { plan, certificateId } = work;
    const by = plan.receiver;
    const declarationFileId = await office.upload(
      { ...when, by, key: `${when.key}-declaration` },
      {
        kind: 'declaration',
        name: `declaration-${plan.key}.pdf`,
        draw: () => writeDeclarationScan(plan.name),
      },
    );
    const { id } = await office.once({ ...when, by }, (context) =>
      requestReprint(context, {
        certificateId,
        reason: lostReason,
        cause: 'candidate',
        declarationFileId,
      }),
    );
    work.reprintRequestId = id;
    return null;
  },
  payReprint: async (office, { plan, reprintRequestId: id }, when) => {
    const by = plan.receiver;
    const draft = furtherDraft(plan.draft, when.at, reprintFee);
    const receiptFileId = await office.upload({ ...when, by, key: `${when.key}-receipt` }, receiptOf(draft));
    await office.once({ ...when, by }, (context) =>
      payReprint(context, { id, version: 1, draft: { ...faceOf(draft), receiptFileId } }),
    );
    return null;
  },
  concedeReprint: async (office, { plan, reprintRequestId: id }, when) => {
    await office.once({ ...when, by: plan.receiver }, (context) =>
      concedeReprint(context, {
        id,
        version: 1,
        amount: reprintFee,
        reason: 'disability',
        authority: 'Registrar, order 102 of 4 August',
      }),
    );
    return null;
  },
  approveReprint: async (office, { reprintRequestId: id }, when) => {
    await office.once({ ...when, by: 'registrar' }, async (context) =>
      approveReprint(context, { id, version: await office.versionOf('reprint_requests', id) }),
    );
    return null;
  },
  rejectReprint: async (office, { plan, reprintRequestId: id }, when) => {
    const remark = askedFor(plan).rejection ?? '';
    await office.once({ ...when, by: 'registrar' }, (context) =>
      rejectReprint(context, { id, version: 1, remark }),
    );
    return null;
  },
  cancelCopy: async (office, work, when) => {
    const { sheetId: copyId } = work.copy!;
    await office.once({ ...when, by: 'registrar' }, (context) =>
      cancelCopy(context, { id: work.certificateId, copyId, reason: 'The photo is of another candidate.' }),
    );
    work.copy = null;
    return null;
  },
} satisfies Partial<Record<CaseAct, ActOnCase>>;
