import { throttledStranger } from '#features/auth/server/throttle-stranger.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { verificationContract } from '../contract.ts';
import { findSpecimen } from './specimen.ts';
import { listNumberExamples, verifyCertificate } from './verify-certificate.ts';

const verificationPart = partOf(verificationContract, {
  // Nobody is signed in, so there is no scope.
  commands: {
    findSpecimen: ({ services }) => findSpecimen(services),
    listNumberExamples: ({ services }) => listNumberExamples(services.db),
    verifyCertificate: (context, input) =>
      throttledStranger(context, () => verifyCertificate(context.services, input)),
  },
});

export const server: ServerFeature = {
  parts: { verification: verificationPart },
};
