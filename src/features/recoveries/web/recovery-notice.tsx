import { Anchor, List, Text } from '@mantine/core';
import { IconDatabaseExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { formatMoment } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { lostIn, rangeOf } from './lost-numbers.ts';

/** On every desk while the portal is in recovery mode; later the auditor's overview shows what was lost. */
export function RecoveryNotice() {
  const { role } = useSession();
  const pathname = usePathname();
  const { data } = useQuery(api.recoveries.getOpenRecovery.queryOptions());
  if (data?.recovery) return <OpenNotice restoredTo={data.recovery.restoredTo} isAdmin={role === 'admin'} />;
  return role === 'auditor' && pathname === paths.auditor.overview ? <LostNotice /> : null;
}

function OpenNotice({ restoredTo, isAdmin }: { restoredTo: string; isAdmin: boolean }) {
  const toEntry = useLinkProps(paths.admin.recovery);
  return (
    <Notice
      color="red"
      mb="md"
      role="status"
      icon={<IconDatabaseExclamation aria-hidden />}
      title={t`The portal was restored and is in recovery mode`}
    >
      <Text size="sm">
        {t`The newest record is from ${formatMoment(restoredTo)}. Until the last numbers on paper are entered and confirmed by two admins, no number is assigned and nothing is printed. You can still read and search.`}
      </Text>
      {isAdmin && (
        <Anchor size="sm" underline="always" c="inherit" {...toEntry}>
          {t`Enter the last numbers found on paper`}
        </Anchor>
      )}
    </Notice>
  );
}

function LostNotice() {
  const { data } = useQuery(api.recoveries.listRecoveries.queryOptions());
  const toRestores = useLinkProps(paths.auditor.recovery);
  const [last] = data?.recoveries ?? [];
  const lost = last?.numbers.filter((one) => one.lost) ?? [];
  if (!last || lost.length === 0) return null;
  return (
    <Notice
      color="yellow"
      mb="md"
      icon={<IconDatabaseExclamation aria-hidden />}
      title={lostIn(last.restoredAt)}
    >
      <List size="sm">
        {lost.map((one) => (
          <List.Item key={one.count}>{rangeOf(one)}</List.Item>
        ))}
      </List>
      <Anchor size="sm" underline="always" c="inherit" {...toRestores}>
        {t`All restores`}
      </Anchor>
    </Notice>
  );
}
