import { deviceTokenOf, findDeviceOfAnybody } from '#features/auth/server/known-devices.ts';
import { networkOf } from '#features/auth/server/networks.ts';
import { limits, throttled } from '#features/auth/server/throttle.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { verificationContract } from '../contract.ts';
import { listNumberExamples, verifyCertificate } from './verify-certificate.ts';

export const verificationPart = partOf(verificationContract, {
  // Nobody is signed in, so there is no scope to read in.
  commands: {
    listNumberExamples: ({ services }) => listNumberExamples(services.db),
    verifyCertificate: async (context, input) => {
      const { services, cookies, ip } = context;
      const subject = (await findDeviceOfAnybody(services.db, deviceTokenOf(cookies))) ?? networkOf(ip);
      return throttled(services, [[limits.verificationsByNetwork, subject]], 'every_attempt', () =>
        verifyCertificate(services, input),
      );
    },
  },
});
