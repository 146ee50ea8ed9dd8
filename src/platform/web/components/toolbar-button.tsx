import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton, DialogButton } from './action-button.tsx';
import { LinkMenu } from './link-menu.tsx';
import { useLinkProps } from './links.tsx';
import type { ToolbarAction } from './list.tsx';

/** An action beside a page's heading. */
export function ToolbarButton(action: ToolbarAction) {
  const Picture = action.icon;
  const look = {
    variant: action.isPrimary ? 'filled' : 'default',
    leftSection: Picture && <Picture size={16} aria-hidden />,
  };
  const reason = action.reason ?? null;
  if (action.links !== undefined && reason === null) {
    return <LinkMenu label={action.label} links={action.links} {...look} />;
  }
  if (action.dialog) {
    return (
      <DialogButton {...look} reason={reason} dialog={action.dialog}>
        {action.label}
      </DialogButton>
    );
  }
  if (action.to !== undefined && reason === null) {
    return (
      <LinkButton to={action.to} {...look}>
        {action.label}
      </LinkButton>
    );
  }
  return (
    <ActionButton {...look} reason={reason} onClick={action.onClick}>
      {action.label}
    </ActionButton>
  );
}

function LinkButton(props: { to: string; variant: string; leftSection: ReactNode; children: ReactNode }) {
  const { to, children, ...look } = props;
  return (
    <Button component="a" {...look} {...useLinkProps(to)}>
      {children}
    </Button>
  );
}
