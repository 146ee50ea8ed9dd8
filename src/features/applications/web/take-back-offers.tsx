import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { TakeBack } from '#platform/web/components/take-back.tsx';
import { t } from '#shared/words.ts';

type OfferProps = { id: string; letter?: string; onDone?: () => void };

export const decisionTakenBack = (name: string) =>
  t`The decision is taken back. ${name} waits to be verified again.`;

/** For whoever returned or rejected the application. */
export function TakeBackDecision({ id, ...offer }: OfferProps) {
  const { data } = useQuery(api.applications.getApplication.queryOptions({ input: { id } }));
  return (
    <TakeBack
      record={data}
      call={client.applications.takeBackDecision}
      done={decisionTakenBack(data?.candidateName ?? '')}
      {...offer}
    />
  );
}

/** For whoever handed over the certificate; in this feature because the counter's list of applications offers it as well. */
export function TakeBackHandOver({ id }: { id: string }) {
  const { data } = useQuery(api.certificates.getCertificate.queryOptions({ input: { id } }));
  const number = data?.convocationNumber ?? '';
  return (
    <TakeBack
      record={data}
      call={client.certificates.takeBackHandOver}
      done={t`The hand-over of certificate ${number} is taken back.`}
    />
  );
}
