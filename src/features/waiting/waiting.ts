import { waitingApplications } from '#features/applications/waiting.ts';
import { waitingEvents } from '#features/audit/waiting.ts';
import { waitingCertificates } from '#features/certificates/waiting.ts';
import { waitingDrafts } from '#features/demand-drafts/waiting.ts';
import { waitingProposals } from '#features/masters/waiting.ts';
import { waitingInPrintRoom } from '#features/print-runs/waiting.ts';
import { waitingReprints } from '#features/reprints/waiting.ts';
import { waitingSignatures } from '#features/signing/waiting.ts';
import { waitingStock } from '#features/stock/waiting.ts';
import { namesOf } from '#shared/labels.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Waiting } from '#shared/waiting.ts';

/** Everything that can wait, in the order of a desk's display. */
export const everyWaiting = {
  ...waitingApplications,
  ...waitingCertificates,
  ...waitingReprints,
  ...waitingInPrintRoom,
  ...waitingSignatures,
  ...waitingStock,
  ...waitingProposals,
  ...waitingDrafts,
  ...waitingEvents,
} as const satisfies Record<string, Waiting>;
export type WaitingName = keyof typeof everyWaiting;
export const waitingNames = namesOf(everyWaiting);

/** What can wait at a desk for a role; an admin at another desk sees that desk's items. */
export function waitingAt(desk: Role, role: Role): WaitingName[] {
  return waitingNames.filter((name) => {
    const { access, lists }: Waiting = everyWaiting[name];
    return lists()[desk] !== undefined && mayUse(role, access);
  });
}
