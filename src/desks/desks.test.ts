import { expect, test } from 'vitest';
import { menuOf } from '#platform/web/router/desk.ts';
import { groupOf, isCurrent } from '#platform/web/router/menu.ts';
import { desks } from './desks.ts';

const targetsOf = (pathname: string) =>
  menuOf(desks, pathname, 'admin').flatMap((item) => [
    item.to,
    ...('entries' in item ? item.entries.map((entry) => entry.to) : []),
  ]);

test('the admin menu has the groups of the specification, in its order', () => {
  expect(menuOf(desks, '/admin/dashboard', 'admin').map((item) => item.label)).toEqual([
    'Home',
    'User management',
    'Add forms',
    'Print management',
    'Fee generated',
    'Convocation certificate',
    'Application Management',
    'College management',
    'Student master',
    'Stock management',
  ]);
});

test('no target stands in a menu twice', () => {
  for (const desk of ['/admin/x', '/case-worker/x', '/application-receiver/x', '/printer/x', '/auditor/x']) {
    const targets = targetsOf(desk).filter((target) => target !== undefined);
    expect(new Set(targets).size).toBe(targets.length);
    for (const target of targets) expect(target.split('/')[1]).toBe(desk.split('/')[1]);
  }
});

test('the address chooses the menu, also for an admin; a shared page shows the own one', () => {
  expect(menuOf(desks, '/case-worker/manage-application', 'admin')).toHaveLength(1);
  expect(menuOf(desks, '/account', 'printer')[0]?.label).toBe('Print queue');
});

test('the page marks its entry and opens its group', () => {
  expect(isCurrent('/printer/print-runs', '/printer/print-runs/0190')).toBe(true);
  expect(isCurrent('/printer/print-runs', '/printer/print-runs-old')).toBe(false);
  const menu = menuOf(desks, '/admin/pending-fee', 'admin');
  expect(groupOf(menu, '/admin/pending-fee')).toBe('Fee generated');
  expect(groupOf(menu, '/admin/user-management')).toBe('User management');
  expect(groupOf(menu, '/admin/dashboard')).toBeNull();
});
