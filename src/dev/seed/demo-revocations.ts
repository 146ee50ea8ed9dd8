import { proposeRevocation } from '#features/certificates/server/commands/propose-revocation.ts';
import {
  confirmRevocation,
  declineRevocation,
  withdrawRevocation,
} from '#features/certificates/server/decide-revocation.ts';
import type { ActOnCase } from './demo-applications.ts';
import type { CaseAct } from './demo-case.ts';
import type { DemoPerson } from './demo-staff.ts';

type Ground = { by: DemoPerson; decidedBy: DemoPerson; reason: string; authority: string };

/** The grounds of revocations, used in turn. */
const grounds: readonly Ground[] = [
  {
    by: 'registrar',
    decidedBy: 'admin',
    reason: 'Admission was cancelled: the qualifying examination was not passed.',
    authority: 'Syndicate resolution 14.3',
  },
  {
    by: 'admin',
    decidedBy: 'registrar',
    reason: 'The marks card belongs to another candidate.',
    authority: 'Letter of the Controller of Examinations, COE/118',
  },
];

const groundOf = ({ plan }: { plan: { index: number } }) => grounds[plan.index % grounds.length]!;

/** One administrator proposes a revocation, another decides. */
export const revocationActs = {
  proposeRevocation: async (office, work, when) => {
    const { by, reason, authority } = groundOf(work);
    const { certificateId: id } = work;
    const proposed = await office.once({ ...when, by }, async (context) =>
      proposeRevocation(context, {
        id,
        version: await office.versionOf('certificates', id),
        reason,
        authority,
      }),
    );
    work.revocationId = proposed.id;
    return null;
  },
  confirmRevocation: async (office, work, when) => {
    await office.once({ ...when, by: groundOf(work).decidedBy }, (context) =>
      confirmRevocation(context, { id: work.revocationId }),
    );
    return null;
  },
  declineRevocation: async (office, work, when) => {
    await office.once({ ...when, by: groundOf(work).decidedBy }, (context) =>
      declineRevocation(context, {
        id: work.revocationId,
        remark: 'The letter names another registration number.',
      }),
    );
    return null;
  },
  withdrawRevocation: async (office, work, when) => {
    await office.once({ ...when, by: groundOf(work).by }, (context) =>
      withdrawRevocation(context, { id: work.revocationId }),
    );
    return null;
  },
} satisfies Partial<Record<CaseAct, ActOnCase>>;
