import { describe, expect, test } from 'vitest';
import { mayOpen, paths } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import { screenRoots } from '#shared/screen-roots.ts';
import { destinationAfterSignIn, signInPath } from './sign-in-path.ts';

const person = (role: Role) => ({ role, opensOnChecklist: false });

describe('destinationAfterSignIn', () => {
  test('leads back to the page that was asked for, with what its address held', () => {
    const asked = '/admin/total-applications?search=0042&status=pending#x';
    expect(destinationAfterSignIn(person('admin'), asked)).toEqual({
      to: '/admin/total-applications',
      search: { search: '0042', status: 'pending' },
      hash: 'x',
    });
  });

  test.each([
    undefined,
    '',
    '/',
    '//evil.example/a',
    '/\\evil.example',
    'https://evil.example',
    'javascript:0',
  ])('lands on the own desk for %j', (next) => {
    expect(destinationAfterSignIn(person('printer'), next)).toEqual({ to: '/printer/print-queue' });
  });

  test('an administrator of a university that is being set up lands on the checklist, unless a page was asked for', () => {
    const admin = { role: 'admin', opensOnChecklist: true } as const;
    expect(destinationAfterSignIn(admin, undefined).to).toBe('/admin/settings/checklist');
    expect(destinationAfterSignIn(admin, '/admin/dashboard').to).toBe('/admin/dashboard');
  });

  test('does not lead to a page of another desk', () => {
    expect(destinationAfterSignIn(person('receiver'), '/admin/dashboard').to).toBe(
      '/application-receiver/manage-application',
    );
  });
});

test('an admin opens every desk, everyone else the own one and the shared pages', () => {
  expect(mayOpen('admin', paths.printer.stock)).toBe(true);
  expect(mayOpen('auditor', paths.auditor.fees)).toBe(true);
  expect(mayOpen('auditor', paths.admin.feeGenerated)).toBe(false);
  expect(mayOpen('case_worker', paths.account)).toBe(true);
});

test('the login screen remembers the page, except itself', () => {
  expect(signInPath('/auditor/audit-log?search=a b')).toBe('/?next=%2Fauditor%2Faudit-log%3Fsearch%3Da+b');
  expect(signInPath('/')).toBe('/');
});

test('the server knows what addresses of screens begin with', () => {
  const roots = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part === 'function')
      collect((part as (...nothing: unknown[]) => unknown)({ role: 'admin', id: '' }));
    else if (typeof part === 'string') roots.add(part.split(/[/?]/)[1]!);
    else for (const inner of Object.values(part as object)) collect(inner);
  };
  collect(paths);
  expect([...roots].sort()).toEqual(screenRoots);
});
