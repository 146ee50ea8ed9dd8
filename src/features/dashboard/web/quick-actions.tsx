import { Button, Menu, Paper, Title } from '@mantine/core';
import {
  type Icon,
  IconBuildingBank,
  IconCertificate,
  IconChevronDown,
  IconSchool,
  IconUserPlus,
} from '@tabler/icons-react';
import { useLinkProps } from '#web/components/link-props.ts';
import { paths } from '#web/paths.ts';
import classes from './dashboard.module.css';

const { admin } = paths;

const newUsers = [
  { label: 'Add case worker', to: admin.addCaseWorker },
  { label: 'Add application receiver', to: admin.addApplicationReceiver },
  { label: 'Add printer', to: admin.addPrinter },
  { label: 'Add auditor', to: admin.addAuditor },
];

/** What an admin does most often, one press away. */
export function QuickActions() {
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby="quick-actions">
      <Title order={2} id="quick-actions" className={classes.cardTitle}>
        Quick Actions
      </Title>
      <div className={classes.actions}>
        <QuickLink to={admin.addStudent} label="Add student" icon={IconSchool} />
        <QuickLink to={admin.addCollege} label="Add College" icon={IconBuildingBank} />
        <Menu width="target" position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              justify="flex-start"
              leftSection={<IconUserPlus size={18} aria-hidden />}
              rightSection={<IconChevronDown size={16} aria-hidden />}
              classNames={{ section: classes.actionSection }}
            >
              Add User
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {newUsers.map((entry) => (
              <NewUser key={entry.to} {...entry} />
            ))}
          </Menu.Dropdown>
        </Menu>
        <QuickLink to={admin.printedCertificates} label="Check Certificates" icon={IconCertificate} />
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

function NewUser({ to, label }: { to: string; label: string }) {
  return (
    <Menu.Item component="a" {...useLinkProps(to)}>
      {label}
    </Menu.Item>
  );
}
