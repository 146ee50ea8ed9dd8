import { Button, Group } from '@mantine/core';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const { admin, auditor } = paths;
const tabs = {
  admin: [
    { label: t`Fee generated`, to: admin.feeGenerated },
    { label: t`Total fee generated`, to: admin.totalFeeGenerated },
    { label: t`Pending fee`, to: admin.pendingFee },
    { label: t`Fee collected`, to: admin.feeCollected },
  ],
  auditor: [
    { label: t`Fees`, to: auditor.fees },
    { label: t`Fee collected`, to: auditor.feeCollected },
  ],
};

/** The fee lists as one screen, each under its own route. */
export function FeeTabs() {
  const pathname = usePathname();
  return (
    <Group component="nav" className="unprinted" gap={4} aria-label={t`Fee lists`}>
      {tabs[deskOf(pathname) === 'auditor' ? 'auditor' : 'admin'].map((tab) => (
        <Tab key={tab.to} {...tab} isCurrent={tab.to === pathname} />
      ))}
    </Group>
  );
}

function Tab({ label, to, isCurrent }: { label: string; to: string; isCurrent: boolean }) {
  return (
    <Button
      component="a"
      size="compact-sm"
      variant={isCurrent ? 'light' : 'subtle'}
      aria-current={isCurrent ? 'page' : undefined}
      {...useLinkProps(to)}
    >
      {label}
    </Button>
  );
}
