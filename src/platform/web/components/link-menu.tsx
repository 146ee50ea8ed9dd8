import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useLinkProps } from './link-props.ts';

type PageLink = { label: string; to: string };

/** A button that opens a menu of pages; each is a real link. */
export function LinkMenu({
  label,
  links,
  ...look
}: ButtonProps & { label: string; links: readonly PageLink[] }) {
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
