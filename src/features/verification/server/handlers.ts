import { implement } from '@orpc/server';
import { limits, networkOf, spend } from '#features/auth/server/throttle.ts';
import type { RequestContext } from '#server/context.ts';
import { verificationContract } from '../contract.ts';
import { verifyCertificate } from './verify-certificate.ts';

const os = implement(verificationContract).$context<RequestContext>();

export const verificationRouter = os.router({
  verifyCertificate: os.verifyCertificate.handler(async ({ context, input }) => {
    await spend(context.services, limits.verificationsByNetwork, networkOf(context.ip));
    return verifyCertificate(context.services, input);
  }),
});
