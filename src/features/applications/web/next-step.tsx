import { Group, Text } from '@mantine/core';
import { useMay } from '#platform/web/api/session.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { formatAge } from '#shared/age.ts';
import type { CertificateState } from '#shared/certificate-states.ts';
import { deskOf } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { DecisionBar, HandOverButton } from './decision-bar.tsx';
import { LeaseMark } from './lease-mark.tsx';

/** Who acts next on an application and since when it waits, with the acts of who may do them at this desk. */
export function NextStep({ application }: { application: Application }) {
  const desk = deskOf(usePathname());
  const mayHandOver = useMay('certificates:hand_over') && desk !== 'case_worker';
  const mayVerify = useMay('applications:verify') && desk !== 'receiver';
  return (
    <Group justify="space-between" gap="xs">
      <Text fw={600}>{whoIsNext(application)}</Text>
      <LeaseMark application={application} />
      <Group gap="xs" className="unprinted">
        {mayHandOver && <HandOverButton application={application} />}
        {mayVerify && <DecisionBar application={application} />}
      </Group>
    </Group>
  );
}

function whoIsNext({ status, receivedBy, waitingSince, certificateState, ...row }: Application): string {
  const age = formatAge(waitingSince);
  switch (status) {
    case 'received':
      return t`With the case workers, ${age}`;
    case 'returned':
      return t`With ${receivedBy} for correction, ${age}`;
    case 'rejected':
      return t`With the counter for the missing fee, ${age}`;
    case 'verified':
      return whoIsNextOn(certificateState!, row.certificateWithheldAt);
  }
}

/** Who acts next on a certificate. */
export function whoIsNextOn(state: CertificateState, withheldAt: string | null): string {
  if (withheldAt !== null) return t`Withheld until its application is verified again`;
  return {
    to_print: t`With the printers`,
    in_run: t`With the printers, in a print run`,
    printed: t`With the counter, to be handed over`,
    handed_over: t`Handed over, nothing is left to do`,
    revoked: t`Revoked, nothing is left to do`,
  }[state];
}
