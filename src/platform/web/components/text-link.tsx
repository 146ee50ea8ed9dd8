import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLinkProps } from './links.tsx';

/** A link to a page within text. */
export function TextLink({ to, ...look }: AnchorProps & { to: string; children: ReactNode }) {
  return <Anchor underline="always" {...look} {...useLinkProps(to)} />;
}
