import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { formScreen, lazyPages, type Screen, screen } from '#platform/web/router/desk.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { type MasterName, masterNames, namedMasters } from '../declared/named-masters.ts';
import { entryPath, masterPath } from '../master-paths.ts';

export const { ProposalsPage } = lazyPages(() => import('./proposals-page.tsx'));

/** The master screens of a desk, in menu order; auditors get no forms. */
export function masterScreens(desk: 'admin' | 'auditor'): Screen[] {
  const read = masterNames.filter((name) => mayUse(desk, `${name}:read`));
  return read.map((name) => {
    const { title } = namedMasters[name];
    const list = pageOf(name, async () => (await import('./master-page.tsx')).MasterPage);
    return screen(masterPath(name, desk), title, list, desk === 'admin' ? [entryScreen(name, desk)] : []);
  });
}

export function entryScreen(name: MasterName, desk: Role): Screen {
  const { one } = namedMasters[name];
  return formScreen(
    entryPath(name, desk),
    { add: t`Add ${one}`, edit: t`Edit ${one}` },
    pageOf(name, async () => (await import('./entry-form-page.tsx')).EntryFormPage),
  );
}

type Page = ComponentType<{ name: MasterName }>;

function pageOf(name: MasterName, load: () => Promise<Page>) {
  return lazyRouteComponent(async () => {
    const Shown = await load();
    return { default: () => createElement(Shown, { name }) };
  });
}
