import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLinkProps } from './links.tsx';

type PageLink = { label: string; to: string };

export function LinkMenu(props: ButtonProps & { label: string; links: readonly PageLink[] }) {
  const { label, links, ...look } = props;
  return (
    <Menu position="bottom-end" width="target">
      <Menu.Target>
        <Button {...look} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="max-content">
        {links.map((link) => (
          <MenuLink key={link.to} {...link} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuLink({ to, label }: PageLink) {
  return (
    <Menu.Item component="a" {...useLinkProps(to)}>
      {label}
    </Menu.Item>
  );
}
