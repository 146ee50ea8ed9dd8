import { type CSSProperties, useMemo } from 'react';
import type { ListView } from '#shared/list-view.ts';
import type { Preferences } from '#shared/preferences.ts';
import type { Column } from '../list.tsx';
import { useAddressChoice } from '../page-address.ts';
import { usePreferences } from '../use-preferences.ts';
import { parseView, writeView } from './view-address.ts';

const asDeclared: ListView = { order: [], hidden: [], widths: {} };

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
}) {
  const { name, columns, hasViews } = list;
  const { preferences, change, error } = usePreferences();
  const [written, write] = useAddressChoice('columns');
  const keys = useMemo(() => columns.map(({ key }) => key), [columns]);
  const addressed = useMemo(() => (hasViews ? parseView(written, keys) : null), [hasViews, written, keys]);
  const view = addressed ?? preferences.listViews[name] ?? asDeclared;

  return useMemo(() => {
    const first = view.order.flatMap((key) => columns.find((column) => column.key === key) ?? []);
    const ordered = [...first, ...columns.filter((column) => !first.includes(column))];
    return {
      view,
      ordered,
      drawn: ordered.filter(({ key }) => !view.hidden.includes(key)),
      card: cardOf(ordered, view),
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
  }, [columns, view, addressed, preferences, name, change, write, error]);
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

/** Pixels of a second line of the title. */
const secondLine = 14;

export type Card<Row> = Pick<ReturnType<typeof cardOf<Row>>, 'title' | 'badge' | 'lines'>;

/** Pixels of a phone's card: its title, and a line for each field. */
export function cardHeightOf({ title, lines }: Card<never>): number {
  return 40 + (title?.isSentence ? secondLine : 0) + 22 * lines.length;
}
