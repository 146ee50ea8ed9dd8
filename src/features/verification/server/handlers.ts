import { implement } from '@orpc/server';
import { networkOf, spend } from '#features/auth/server/throttle.ts';
import type { RequestContext } from '#server/context.ts';
import { verificationContract } from '../contract.ts';
import { verifyCertificate } from './verify-certificate.ts';

const os = implement(verificationContract).$context<RequestContext>();

/** Numbers and codes must not be tried out in bulk. */
const verifications = { name: 'verifications by network', hits: 60, seconds: 600 };

export const verificationRouter = os.router({
  verifyCertificate: os.verifyCertificate.handler(async ({ context, input }) => {
    await spend(context.services, verifications, networkOf(context.ip));
    return verifyCertificate(context.services, input);
  }),
});
