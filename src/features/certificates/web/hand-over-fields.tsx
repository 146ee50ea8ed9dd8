import { Anchor } from '@mantine/core';
import { useSession } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/link-props.ts';
import type { DetailField } from '#platform/web/components/list/list-declaration.ts';
import { Day, Moment } from '#platform/web/components/moment.tsx';
import { mayOpen } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type Certificate, type HandOver, waysOfHandOver } from '../contract.ts';
import { useBundlePaths } from './use-bundle-paths.ts';

/** How the valid copy left the office: when, by whom, and what proves where it went. */
export function handOverFields({ handOver }: Certificate): DetailField[] {
  if (handOver === null) return [{ label: t`Handed over`, value: '-' }];
  return [
    { label: t`Handed over`, value: waysOfHandOver[handOver.way] },
    ...proofOf(handOver),
    { label: t`Handed over by`, value: handOver.by },
    { label: t`Handed over at`, value: <Moment value={handOver.at} /> },
  ];
}

function proofOf(handOver: HandOver): DetailField[] {
  switch (handOver.way) {
    case 'in_person':
      return [
        { label: t`Collected by`, value: handOver.collectedBy },
        { label: t`Identity document seen`, value: handOver.identitySeen },
      ];
    case 'post':
      return [
        { label: t`Carrier`, value: handOver.carrier },
        { label: t`Tracking number`, value: handOver.trackingNumber, copy: handOver.trackingNumber },
        { label: t`Posted on`, value: <Day value={handOver.postedOn} /> },
      ];
    case 'bundle':
      return [
        { label: t`Bundle`, value: <BundleLink {...handOver} />, copy: handOver.bundleNumber },
        { label: t`Handed over to`, value: handOver.deliveredTo },
        { label: t`Signed by the student on`, value: <Day value={handOver.signedOn} /> },
      ];
  }
}

/** A printer reads the number and has no page of bundles. */
function BundleLink({ bundleId, bundleNumber }: { bundleId: string; bundleNumber: string }) {
  const { role } = useSession();
  const to = useBundlePaths().bundle(bundleId);
  const link = useLinkProps(to);
  return mayOpen(role, to) ? <Anchor {...link}>{bundleNumber}</Anchor> : bundleNumber;
}
