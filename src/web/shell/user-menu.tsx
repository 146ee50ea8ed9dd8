import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { roleLabels } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { signOut } from '#web/api/session.ts';
import { paths } from '#web/paths.ts';
import classes from './top-bar.module.css';

const schemes: readonly { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
];

/** Who is signed in and with which scope; own account, colours, and the way out. */
export function UserMenu({ session }: { session: Session }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({ mutationFn: signOut });
  const scope = session.code === 'ALL' ? 'Whole university' : session.code;
  return (
    <Menu
      position="bottom-end"
      width={248}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UnstyledButton className={classes.person} aria-label={`${session.name}, account menu`}>
          <Avatar name={session.name} color="university" size={30} aria-hidden />
          <span className={classes.names}>
            <span className={classes.name}>{session.name}</span>
            <span className={classes.role}>{roleLabels[session.role]}</span>
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {session.name}
          </Text>
          {session.email}
          <br />
          {roleLabels[session.role]} · {session.code} {session.code === 'ALL' && `(${scope.toLowerCase()})`}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.account} leftSection={<IconUser size={16} />}>
          My account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Dark mode</Menu.Label>
        {/* biome-ignore lint/a11y/useSemanticElements: a menu holds groups of radio items (ARIA menu pattern), not form fieldsets. */}
        <div role="group" aria-label="Dark mode">
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
          >
            {schemes.map(({ value, label, Icon }) => (
              <Menu.RadioItem
                key={value}
                value={value}
                closeMenuOnClick={false}
                rightSection={<Icon size={16} aria-hidden />}
              >
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          closeMenuOnClick={false}
          disabled={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          Sign out
        </Menu.Item>
        {leaving.isError && (
          <Text role="alert" size="xs" c="var(--mantine-color-error)" px="sm" pb="xs">
            {leaving.error.message}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
