import { Button, Group } from '@mantine/core';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const tabs = [
  { label: t`Fee generated`, to: paths.admin.feeGenerated },
  { label: t`Total fee generated`, to: paths.admin.totalFeeGenerated },
  { label: t`Pending fee`, to: paths.admin.pendingFee },
  { label: t`Fee collected`, to: paths.admin.feeCollected },
];

/** An admin's fee lists as one screen, each under its own route. */
export function FeeTabs() {
  if (deskOf(usePathname()) !== 'admin') return null;
  return (
    <Group component="nav" className="unprinted" gap={4} aria-label={t`Fee lists`}>
      {tabs.map((tab) => (
        <Tab key={tab.to} {...tab} />
      ))}
    </Group>
  );
}

function Tab({ label, to }: { label: string; to: string }) {
  const current = usePathname() === to ? 'page' : undefined;
  const look = current ? 'light' : 'subtle';
  return (
    <Button component="a" size="compact-sm" variant={look} aria-current={current} {...useLinkProps(to)}>
      {label}
    </Button>
  );
}
