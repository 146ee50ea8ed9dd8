import { throttleAnonymous } from '#features/auth/server/throttle-anonymous.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { verificationContract } from '../contract.ts';
import { findSpecimen } from './specimen.ts';
import { listNumberExamples, verifyCertificate } from './verify-certificate.ts';

const verificationPart = partOf(verificationContract, {
  commands: {
    findSpecimen: ({ services }) => findSpecimen(services),
    listNumberExamples: ({ services }) => listNumberExamples(services.db),
    verifyCertificate: (context, input) => {
      const db = unscoped(context.services.db, 'Anybody may check any certificate.');
      return throttleAnonymous(context, () => verifyCertificate({ ...context.services, db }, input));
    },
  },
});

export const server: ServerFeature = {
  parts: { verification: verificationPart },
};
