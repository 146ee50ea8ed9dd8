import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { masters } from '../declared/masters.ts';
import type { MasterName } from '../declared/named-masters.ts';

/** Whether changes of this master need a second person; false while loading. */
export function useFourEyes(name: MasterName): boolean {
  const enabled = masters[name].fourEyes;
  const { data } = useQuery(api.proposals.getFourEyes.queryOptions({ enabled }));
  return enabled && data?.hold === true;
}

/** Above the list of a master: how many changes wait for a second person, with a link. */
export function WaitingNotice({ name }: { name: MasterName }) {
  const { role } = useSession();
  const enabled = useMay('proposals:read');
  const { data } = useQuery(api.proposals.getFourEyes.queryOptions({ enabled }));
  const link = useLinkProps(role === 'auditor' ? paths.auditor.proposals : paths.admin.proposals);
  const count = data?.waiting[name] ?? 0;
  if (count === 0) return null;
  return (
    <Text size="sm" role="status">
      <Anchor size="sm" underline="always" {...link}>
        {count === 1
          ? t`1 change is proposed. Another administrator has to confirm it.`
          : t`${formatCount(count)} changes are proposed. Another administrator has to confirm them.`}
      </Anchor>
    </Text>
  );
}
