import type { ReactNode } from 'react';
import { sessionRole } from '#platform/web/api/session.ts';
import { deskOf } from '#shared/paths.ts';
import type { RecordRef } from '#shared/record-kinds.ts';
import { linkTo } from '#shared/record-kinds.ts';
import { useLinkProps } from './links.tsx';
import classes from './record-link.module.css';

type RecordLinkProps<Ref> = {
  record: Ref;
  /** In a list, only the active row's link is tabbable. */
  isReachable?: boolean;
  children: ReactNode;
};

/** A number that links to its record; plain text for people who may not read it. */
export function RecordLink({ record, ...props }: RecordLinkProps<RecordRef | null | undefined>) {
  return record ? <LinkTo record={record} {...props} /> : props.children;
}

function LinkTo({ record, isReachable = true, children }: RecordLinkProps<RecordRef>) {
  const role = sessionRole();
  const to = linkTo(record, role, deskOf(window.location.pathname) ?? role);
  const link = useLinkProps(to ?? '');
  if (to === null) return children;
  return (
    <a className={classes.record} tabIndex={isReachable ? undefined : -1} {...link}>
      {children}
    </a>
  );
}
