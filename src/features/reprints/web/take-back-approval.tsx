import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { TakeBack } from '#platform/web/components/take-back.tsx';
import { t } from '#shared/words.ts';

/** For whoever approved the reprint. */
export function TakeBackApproval({ id }: { id: string }) {
  const { data } = useQuery(api.reprints.getReprintRequest.queryOptions({ input: { id } }));
  const number = data?.convocationNumber ?? '';
  return (
    <TakeBack
      record={data}
      call={client.reprints.reopenReprint}
      done={t`The request for a reprint of ${number} is pending again.`}
    />
  );
}
