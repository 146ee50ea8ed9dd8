import { implement } from '@orpc/server';
import { deviceTokenOf, findDeviceOfAnybody } from '#features/auth/server/known-devices.ts';
import { networkOf } from '#features/auth/server/networks.ts';
import { limits, throttled } from '#features/auth/server/throttle.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { verificationContract } from '../contract.ts';
import { verifyCertificate } from './verify-certificate.ts';

const os = implement(verificationContract).$context<RequestContext>();

export const verificationRouter = os.router({
  verifyCertificate: os.verifyCertificate.handler(async ({ context, input }) => {
    const { services, cookies, ip } = context;
    const subject = (await findDeviceOfAnybody(services.db, deviceTokenOf(cookies))) ?? networkOf(ip);
    return throttled(services, [[limits.verificationsByNetwork, subject]], 'every_attempt', () =>
      verifyCertificate(services, input),
    );
  }),
});
