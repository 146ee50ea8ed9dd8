import { Menu, UnstyledButton } from '@mantine/core';
import { IconArmchair, IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { landingPaths, type Role, roleLabels, roles } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import classes from './top-bar.module.css';

/** Leads an admin to every desk, and back. */
export function DeskSwitch({ desk }: { desk: Role }) {
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.tool} aria-label={t`Desks`} title={t`Desks`}>
          <IconArmchair size={18} aria-hidden />
          <span className={classes.words}>{t`Desks`}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {roles.map((role) => (
          <Menu.Item
            key={role}
            rightSection={role === desk && <IconCheck size={14} aria-label={t`You are here`} />}
            onClick={() => void navigate({ href: landingPaths[role] })}
          >
            {roleLabels[role]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
