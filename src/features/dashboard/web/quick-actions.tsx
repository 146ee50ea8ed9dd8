import { Button, Paper, Title } from '@mantine/core';
import { type Icon, IconBuildingBank, IconCertificate, IconSchool, IconUserPlus } from '@tabler/icons-react';
import { addUserLinks } from '#features/staff/web/add-user-links.ts';
import { LinkMenu } from '#platform/web/components/link-menu.tsx';
import { useLinkProps } from '#platform/web/components/link-props.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import classes from './dashboard.module.css';

const { admin } = paths;

/** What an admin does most often, one press away. */
export function QuickActions() {
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby="quick-actions">
      <Title order={2} id="quick-actions" className={classes.cardTitle}>
        {t`Quick Actions`}
      </Title>
      <div className={classes.actions}>
        <QuickLink to={admin.addStudent} label={t`Add student`} icon={IconSchool} />
        <QuickLink to={admin.addCollege} label={t`Add College`} icon={IconBuildingBank} />
        <LinkMenu
          label={t`Add User`}
          links={addUserLinks}
          variant="default"
          justify="flex-start"
          leftSection={<IconUserPlus size={18} aria-hidden />}
          classNames={{ section: classes.actionSection }}
        />
        <QuickLink to={admin.printedCertificates} label={t`Check Certificates`} icon={IconCertificate} />
      </div>
    </Paper>
  );
}

function QuickLink({ to, label, icon: Picture }: { to: string; label: string; icon: Icon }) {
  return (
    <Button
      component="a"
      variant="default"
      justify="flex-start"
      leftSection={<Picture size={18} aria-hidden />}
      {...useLinkProps(to)}
    >
      {label}
    </Button>
  );
}
