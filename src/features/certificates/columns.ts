import { applicationLayout, paymentColumns } from '#features/applications/columns.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import type { Bundle } from './bundle-contract.ts';
import type { Certificate } from './contract.ts';

export const pendingCertificatesLayout = applicationLayout('pending-certificates', paymentColumns);

export const printedCertificatesLayout = {
  name: 'printed-certificates',
  columns: {
    studentName: { header: t`Student` },
    examRollNumber: { header: t`Exam roll number` },
    chosenColour: { header: t`Chosen Color` },
    certificateType: { header: t`Certificate type` },
    selectedPaper: { header: t`Selected paper` },
    convocationNumber: { header: t`Convocation number` },
  },
} as const satisfies ListLayout<Certificate>;

export const bundlesLayout = {
  name: 'bundles',
  columns: {
    bundleNumber: { header: t`Bundle` },
    collegeName: { header: t`College` },
    certificateCount: { header: t`Certificates`, kind: 'number' },
    signedCount: { header: t`Signed by students`, kind: 'number' },
    deliveredTo: { header: t`Handed over to` },
    designation: { header: t`Designation` },
    handedOverBy: { header: t`Handed over by` },
    handedOverAt: { header: t`Handed over at`, kind: 'moment' },
  },
} as const satisfies ListLayout<Bundle>;
