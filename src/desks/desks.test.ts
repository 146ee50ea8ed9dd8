import { expect, test } from 'vitest';
import { deskAt, entriesOf, screensOf } from '#platform/web/router/desk.ts';
import { trailOf } from '#platform/web/shell/breadcrumbs.tsx';
import { deskOf } from '#shared/paths.ts';
import { linkTo, timelineKinds } from '#shared/record-kinds.ts';
import { type Role, roles } from '#shared/roles.ts';
import { desks } from './desks.ts';

const labelsOf = (role: Role) => desks[role].map(({ label }) => label);
const trail = (role: Role, pathname: string) => trailOf(desks[role], pathname).map(({ title }) => title);

test('the admin menu has the groups of the specification in its order, and Settings behind them', () => {
  expect(labelsOf('admin')).toEqual([
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
    'Findings',
    'Settings',
  ]);
});

test('case worker and receiver have the one entry of the specification', () => {
  expect(labelsOf('case_worker')).toEqual(['Manage Application']);
  expect(labelsOf('receiver')).toEqual(['Manage Application']);
});

test('printer and auditor have the entries of the specification in its order', () => {
  expect(labelsOf('printer').slice(0, 5)).toEqual([
    'Print queue',
    'Print runs',
    'Completed printing',
    'Reprint requests',
    'Stock',
  ]);
  expect(labelsOf('auditor').slice(0, 6)).toEqual([
    'Overview',
    'Audit log',
    'Applications',
    'Fees',
    'Certificates',
    'Stock',
  ]);
});

test.each(roles)('no screen of %s stands in its desk twice, and all are of that desk', (role) => {
  const screens = screensOf(desks[role]).map(({ path }) => path);
  expect(new Set(screens).size).toBe(screens.length);
  for (const path of screens) expect(deskOf(path)).toBe(role);
});

test.each(roles)(
  'every screen of %s highlights one entry of the menu, and has the way back to it',
  (role) => {
    for (const { path, title } of screensOf(desks[role])) {
      const [entry, ...below] = trailOf(desks[role], path.replace(/\$\w+/g, '0190'));
      expect(entriesOf(desks[role]), path).toContain(entry);
      expect((below.at(-1) ?? entry)!.title, path).toBe(title);
    }
  },
);

test('the address chooses the desk, also for an admin; a shared page shows the own one', () => {
  expect(deskAt(desks, '/case-worker/manage-application', 'admin')).toBe(desks.case_worker);
  expect(deskAt(desks, '/account', 'printer')).toBe(desks.printer);
});

test.each(roles)(
  '%s has a page of every kind of record that it may read, below an entry of its menu',
  (role) => {
    for (const kind of timelineKinds()) {
      const path = linkTo({ kind, id: '0190' }, role);
      if (path !== null) expect(trail(role, path).length, kind).toBeGreaterThan(1);
    }
  },
);

test('a screen below an entry of the menu has the way back to it, and other addresses have none', () => {
  expect(trail('printer', '/printer/print-runs')).toEqual(['Print runs']);
  expect(trail('printer', '/printer/print-runs/0190')).toEqual(['Print runs', 'Print run']);
  expect(trail('receiver', '/application-receiver/new-deposit-slip')).toEqual([
    'Manage Application',
    'Deposit slips',
    'New deposit slip',
  ]);
  expect(trail('auditor', '/auditor/fee-totals')).toEqual(['Fee totals']);
  expect(trail('printer', '/printer/print-runs-old')).toEqual([]);
  expect(trail('printer', '/printer/print-runs/0190/sheets')).toEqual([]);
  expect(trail('printer', '/account')).toEqual([]);
});
