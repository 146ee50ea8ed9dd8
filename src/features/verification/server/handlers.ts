import { implement } from '@orpc/server';
import { throttle } from '#features/auth/server/throttle.ts';
import type { RequestContext } from '#server/context.ts';
import { verificationContract } from '../contract.ts';
import { verifyCertificate } from './verify-certificate.ts';

const os = implement(verificationContract).$context<RequestContext>();

export const verificationRouter = os.router({
  verifyCertificate: os.verifyCertificate.handler(async ({ context, input }) => {
    await throttle(context.services, { bucket: 'verify', ip: context.ip, limit: 60, windowSeconds: 600 });
    return verifyCertificate(context.services, input);
  }),
});
