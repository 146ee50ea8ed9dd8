import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, createElement } from 'react';
import { formScreen, lazyPages, type Screen, screen } from '#platform/web/router/desk.ts';
import { type MasterName, masterNames, namedMasters } from '#shared/masters/named-masters.ts';
import { paths } from '#shared/paths.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';

export const { ProposalsPage } = lazyPages(() => import('./proposals-page.tsx'));

/** The master screens of a desk, in menu order; auditors get no forms. */
export function masterScreens(desk: 'admin' | 'auditor'): Screen[] {
  const read = masterNames.filter((name) => mayUse(desk, `${name}:read`));
  return read.map((name) => {
    const { title, one } = namedMasters[name];
    const form = formScreen(
      paths.admin.addEntry(name),
      { add: t`Add ${one}`, edit: t`Edit ${one}` },
      pageOf(name, async () => (await import('./entry-form-page.tsx')).EntryFormPage),
    );
    const list = pageOf(name, async () => (await import('./master-page.tsx')).MasterPage);
    return screen(paths[desk].master(name), title, list, desk === 'admin' ? [form] : []);
  });
}

type Page = ComponentType<{ name: MasterName }>;

function pageOf(name: MasterName, load: () => Promise<Page>) {
  return lazyRouteComponent(async () => {
    const Shown = await load();
    return { default: () => createElement(Shown, { name }) };
  });
}
