import type { OperationMeta } from '#platform/contract/operation.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { type Access, mayUse } from '#shared/permissions.ts';

/** Throws unless the caller may use an operation; runs before its input is read. */
export function guard(context: RequestContext, access: Access): void {
  if (access === 'public') return;
  const actor = actorOf(context);
  if (access === 'signed_in') return;
  if (actor.mustChangePassword) throw domainError('auth.change_password_first');
  if (actor.mustEnrolAuthenticator) throw domainError('auth.enrol_authenticator_first');
  if (!mayUse(actor.role, access)) throw domainError('auth.not_permitted');
}

/** The same for an operation, which may also require recent authentication. */
export function guardOperation(
  context: RequestContext,
  { access, freshAuthentication }: OperationMeta,
): void {
  guard(context, access);
  if (freshAuthentication && !actorOf(context).isFreshlyAuthenticated)
    throw domainError('auth.confirm_identity');
}
