import { SegmentedControl } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

const views = [
  { value: paths.auditor.auditLog, label: t`What was changed` },
  { value: paths.auditor.accessLog, label: t`Who signed in and looked` },
];

/** Both logs stand under one entry of the menu. */
export function LogViews() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <SegmentedControl
      style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      aria-label={t`What is shown`}
      data={views}
      value={pathname}
      onChange={(to) => void navigate({ to })}
    />
  );
}
