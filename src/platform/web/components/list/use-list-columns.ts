import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, useMemo } from 'react';
import type { ListView } from '#shared/list-view.ts';
import type { Preferences } from '#shared/preferences.ts';
import type { Column } from '../list.tsx';
import { useAddressChoice } from '../page-address.ts';
import { usePreferences } from '../use-preferences.ts';
import { parseView, writeView } from './view-address.ts';

/** The server sorts and filters; the table library arranges only the columns. */
const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
const noRows: never[] = [];
const asDeclared: ListView = { order: [], hidden: [], widths: {}, pins: {} };

/** A visible column, and the attributes of its cells if they stick while the rest scrolls sideways. */
export type DrawnColumn<Row> = Column<Row> & {
  stick?: { 'data-stick': 'left' | 'right'; style: CSSProperties };
};

export type ListColumns<Row> = ReturnType<typeof useListColumns<Row>>;

/**
 * The columns of a list: from the URL, as opened by a saved view or a shared link, or else from the person's
 * preferences, which apply on all their devices. Changes go to where the view comes from.
 */
export function useListColumns<Row>(list: {
  name: string;
  columns: readonly Column<Row>[];
  hasViews: boolean;
  /** Width of the actions column, which sticks to the right edge. */
  endWidth: number;
}) {
  const { name, columns, hasViews, endWidth } = list;
  const { preferences, change, error } = usePreferences();
  const [written, write] = useAddressChoice('columns');
  const keys = useMemo(() => columns.map(({ key }) => key), [columns]);
  const addressed = useMemo(() => (hasViews ? parseView(written, keys) : null), [hasViews, written, keys]);
  const view = addressed ?? preferences.listViews[name] ?? asDeclared;
  const options = useMemo(
    () => ({ features, data: noRows, ...tableOptions(columns, view) }),
    [columns, view],
  );
  const table = useTable(options);

  return useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    const ordered = table.getAllLeafColumns().map(({ id }) => byKey.get(id)!);
    const drawn = table.getVisibleLeafColumns().map((column): DrawnColumn<Row> => {
      const declared = byKey.get(column.id)!;
      const offsets = { left: column.getStart('start'), right: endWidth + column.getAfter('end') };
      const side = column.getIsPinned();
      // Amounts may slide under the name; the status stops beside it.
      const stop = declared.card === 'badge' ? table.getStartTotalSize() : undefined;
      return {
        ...declared,
        width: column.getSize(),
        ...(side === 'start' && { stick: { 'data-stick': 'left', style: { left: offsets.left } } }),
        ...(side === 'end' && {
          stick: { 'data-stick': 'right', style: { left: stop, right: offsets.right } },
        }),
      };
    });
    return {
      view,
      ordered,
      drawn,
      card: cardOf(ordered, view),
      isPinned: (key: string) => table.getColumn(key)?.getIsPinned() !== false,
      density: preferences.density,
      change: (changed: Partial<ListView>) => {
        const next = { ...view, ...changed };
        if (addressed) write(writeView(ordered, next));
        else void change({ listViews: { ...preferences.listViews, [name]: next } });
      },
      chooseDensity: (density: Preferences['density']) => void change({ density }),
      reset: () => {
        if (addressed) return write(null);
        const { [name]: _, ...others } = preferences.listViews;
        void change({ listViews: others });
      },
      /** For the URL; undefined if nothing was changed from the default. */
      written: view === asDeclared ? undefined : writeView(ordered, view),
      error,
    };
  }, [table, columns, endWidth, view, addressed, preferences, name, change, write, error]);
}

function tableOptions<Row>(columns: readonly Column<Row>[], view: ListView) {
  const ordered = view.order.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const all = [...ordered, ...columns.filter((column) => !ordered.includes(column))];
  const pinnedTo = (side: 'left' | 'right') =>
    all.filter((column) => pinOf(column, view) === side).map(({ key }) => key);
  return {
    columns: columns.map(({ key, width }) => ({ id: key, size: width })),
    state: {
      columnOrder: view.order,
      columnVisibility: Object.fromEntries(view.hidden.map((key) => [key, false])),
      columnSizing: view.widths,
      columnPinning: { start: pinnedTo('left'), end: pinnedTo('right') },
    },
  };
}

/** By default row titles stick left, amounts, status and age right. */
function pinOf({ key, card, isAmount, isAge }: Column<never>, { pins }: ListView) {
  if (card === 'title') return pins[key] ?? 'left';
  return pins[key] ?? (isAmount || isAge || card === 'badge' ? 'right' : 'none');
}

/** The columns of a phone's card, and the fields that can be chosen for it; by default the list's first four. */
function cardOf<Row>(ordered: readonly Column<Row>[], view: ListView) {
  const shown = ordered.filter(({ key }) => !view.hidden.includes(key));
  const title = shown.find(({ card }) => card === 'title') ?? shown[0];
  const badge = shown.find(({ card }) => card === 'badge');
  const fields = ordered.filter((column) => column !== title && column !== badge);
  const lines = view.card
    ? fields.filter(({ key }) => view.card?.includes(key))
    : fields.filter((column) => column.card === 'line' && shown.includes(column)).slice(0, 4);
  return { title, badge, lines, fields };
}

export type Card<Row> = Pick<ReturnType<typeof cardOf<Row>>, 'title' | 'badge' | 'lines'>;

/** Pixels of a phone's card: its title, and two fields on each line below. */
export function cardHeightOf({ lines }: Card<never>): number {
  return 40 + 38 * Math.ceil(lines.length / 2);
}
