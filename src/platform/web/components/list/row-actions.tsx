import { Portal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type Icon, IconEye, IconPencil, IconPencilOff, IconTrash, IconTrashOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { isForRole, type RowAction } from '../list.tsx';
import { useOpenRecord } from '../page-address.ts';
import classes from './row-actions.module.css';

/** An action ready for use in rows and details. */
export type ReadyAction<Row> = Pick<RowAction<Row>, 'label' | 'icon' | 'onRow' | 'tone' | 'place'> & {
  onClick: (row: Row) => void;
  disabledReason: (row: Row) => string | null;
};

/** The person's actions, and the dialog of the chosen one. */
export function useRowActions<Row>(
  declared: readonly RowAction<Row>[],
  rowId: (row: Row) => string,
): { actions: ReadyAction<Row>[]; dialog: ReactNode } {
  const navigate = useNavigate();
  const openRecord = useOpenRecord();
  const { role, staffId } = useSession();
  const [openDialog, setOpenDialog] = useState<{ action: RowAction<Row>; row: Row } | null>(null);
  const actions = useMemo(
    () =>
      declared
        .filter((action) => isForRole(action, role))
        .map((action) => ({
          ...action,
          disabledReason: (row: Row) => action.disabledReason?.(row, staffId) ?? null,
          onClick: (row: Row) => {
            if (action.to) void navigate({ href: action.to(row) });
            else if (action.dialog) setOpenDialog({ action, row });
            else if (action.onClick === 'details') openRecord(rowId(row));
            else action.onClick?.(row);
          },
        })),
    [declared, rowId, role, staffId, navigate, openRecord],
  );
  return {
    actions,
    dialog: openDialog && (
      <Fragment key={`${openDialog.action.label} ${rowId(openDialog.row)}`}>
        {openDialog.action.dialog?.(openDialog.row, () => setOpenDialog(null))}
      </Fragment>
    ),
  };
}

const standardIcons: Record<'edit' | 'view' | 'delete', Icon> = {
  edit: IconPencil,
  view: IconEye,
  delete: IconTrash,
};

/** Struck through, so that disabled actions are not shown by colour alone. */
const unusableIcons = { ...standardIcons, edit: IconPencilOff, delete: IconTrashOff };

export function lookOf<Row>(action: ReadyAction<Row>, row: Row): { label: string; Picture: Icon } {
  const { label, icon } = action.onRow?.(row) ?? action;
  const icons = action.disabledReason(row) === null ? standardIcons : unusableIcons;
  return { label: translateLabel(label), Picture: typeof icon === 'string' ? icons[icon] : icon };
}

/**
 * The icons at the end of a row. Only the active row's are tabbable, so that a list is one tab stop and not hundreds.
 * Plain buttons that share the list's one tooltip (`data-tip`), because they are rendered with every row that scrolls
 * in.
 */
export function RowActions<Row>(props: {
  row: Row;
  rowName: string;
  actions: readonly ReadyAction<Row>[];
  isReachable: boolean;
}) {
  return props.actions.map((action) => {
    const { label, Picture } = lookOf(action, props.row);
    const reason = action.disabledReason(props.row);
    const why = reason === null ? '' : `. ${translateLabel(reason)}`;
    const isDanger = action.tone === 'danger' || action.icon === 'delete';
    return (
      <button
        key={action.label}
        type="button"
        className={classes.action}
        data-danger={isDanger || undefined}
        data-tip={reason ?? label}
        tabIndex={props.isReachable ? 0 : -1}
        aria-label={`${label}: ${props.rowName}${why}`}
        aria-disabled={reason !== null || undefined}
        onClick={() => {
          if (reason === null) action.onClick(props.row);
        }}
      >
        <Picture size={17} stroke={1.7} aria-hidden />
      </button>
    );
  });
}

type Tip = { text: string; right: number; top: number };

/** The list's one tooltip: shows the `data-tip` under the pointer or focus, until scrolling or a key. */
export function RowTip(props: { within: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    const region = props.within.current;
    if (!region) return;
    const show = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
      if (!target || (event.type === 'focusin' && !target.matches(':focus-visible'))) return setTip(null);
      const box = target.getBoundingClientRect();
      setTip({ text: target.dataset.tip ?? '', right: box.right, top: box.top - 4 });
    };
    const hide = () => setTip(null);
    const shows = ['mouseover', 'focusin'] as const;
    const hides = ['mouseleave', 'focusout', 'scroll', 'click'] as const;
    const listening = new AbortController();
    const { signal } = listening;
    for (const name of shows) region.addEventListener(name, show, { signal });
    for (const name of hides) region.addEventListener(name, hide, { signal });
    return () => listening.abort();
  }, [props.within]);
  useWindowEvent('keydown', () => setTip(null));
  if (!tip) return null;
  return (
    <Portal>
      {/* Hidden from screen readers, because the button's name says the same. */}
      <div className={classes.tip} style={{ left: tip.right, top: tip.top }} aria-hidden>
        {tip.text}
      </div>
    </Portal>
  );
}
