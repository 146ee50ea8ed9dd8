import { type ScreenAction, screenActions } from '#platform/web/components/screen-registry.ts';
import { type Desks, screensOf } from '#platform/web/router/desk.ts';
import { foldedForSearch } from '#shared/folded-for-search.ts';
import { paths } from '#shared/paths.ts';
import { type Role, roleLabels, roles } from '#shared/roles.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { FoundRecord } from '../contract.ts';

/** One option of the palette and its target. */
export type PaletteItem =
  | { group: 'records' | 'recent'; key: string; record: FoundRecord; isExact: boolean }
  | { group: 'screens'; key: string; label: string; note: string; path: string }
  | { group: 'actions'; key: string; label: string; note: string; action: ScreenAction | 'keys' };
type Named = Extract<PaletteItem, { label: string }>;

export const groupLabels: Record<PaletteItem['group'], string> = {
  records: t`Records`,
  recent: t`Recent records`,
  screens: t`Screens`,
  actions: t`Actions of this screen`,
};

/** Most screens or actions in a search; without a search the palette shows recent records. */
const maximumScreens = 6;

/** The screens that a person may open, their own desk's first; an admin may open every desk. */
export function screensFor(desks: Desks, role: Role): Named[] {
  const open = role === 'admin' ? [role, ...roles.filter((one) => one !== role)] : [role];
  const screens = open.flatMap((desk) =>
    screensOf(desks[desk])
      .filter(({ path }) => !path.includes('$'))
      .map(({ path, title }) => ({ path, title, note: desk === role ? '' : roleLabels[desk] })),
  );
  return [...screens, { path: paths.account, title: t`My account`, note: '' }].map(
    ({ path, title, note }) => ({
      group: 'screens',
      key: path,
      label: translateLabel(title),
      note: translateLabel(note),
      path,
    }),
  );
}

/** The actions of the screen behind the palette. */
export function screenActionItems(): Named[] {
  const ofScreen = screenActions().map((action, index): Named => {
    return {
      group: 'actions',
      key: `action ${index}`,
      label: translateLabel(action.label),
      note: action.reason ?? '',
      action,
    };
  });
  return [
    ...ofScreen,
    { group: 'actions', key: 'keys', label: t`Keys of this screen`, note: '?', action: 'keys' },
  ];
}

/** Items with a word that begins with the text before items that only contain it; matches other languages, too. */
export function named(items: readonly Named[], text: string, others: ReadonlyMap<string, string>): Named[] {
  const typed = foldedForSearch(text);
  const rank = ({ label }: Named) => {
    const places = [label, others.get(label) ?? ''].map(fromEachWord);
    if (places.some(([whole]) => whole!.startsWith(typed))) return 0;
    if (places.flat().some((rest) => rest.startsWith(typed))) return 1;
    return places.some(([whole]) => whole!.includes(typed)) ? 2 : 3;
  };
  return items
    .filter((item) => rank(item) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, maximumScreens);
}

/** The whole label, then what is left of it from each further word on. */
function fromEachWord(label: string): string[] {
  const words = label.split(' ');
  return words.map((_, index) => foldedForSearch(words.slice(index).join('')));
}
