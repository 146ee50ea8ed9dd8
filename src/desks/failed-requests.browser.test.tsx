import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { screensOf } from '#platform/web/router/desk.ts';
import { roles } from '#shared/roles.ts';
import { desks } from './desks.ts';

/** How screens say that there is nothing, whatever it is that there is nothing of. */
const nothing =
  /No records found|No .{1,60} (?:found|yet|waits|is open|is due|recorded)|Nothing (?:more )?waits|Nothing is waiting|Every draft in hand|Every layout has|No more in this queue/;

/** Each component once, with the addresses that need no record. */
const screens = [
  ...new Map(
    roles
      .flatMap((role) => screensOf(desks[role]))
      .filter(({ path }) => !path.includes('$'))
      .map((screen) => [screen.path, screen]),
  ).values(),
];

/** Any third of them; all with `npm run test:long`. The title of a test names its screen. */
const share = import.meta.env.LONG_FORMS ? 1 : 1 / 3;

test.each(screens.filter(() => Math.random() < share))(
  '$path tells no failed request as an empty list',
  async ({ component }) => {
    vi.mocked(window.fetch).mockImplementation(async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url);
      if (!pathname.startsWith('/api/')) throw new TypeError('Failed to fetch');
      // Refused for good: nobody waits for the next try.
      const problem = { code: 'request.unreadable', detail: 'The request cannot be read.', status: 400 };
      return Response.json(problem, { status: 400 });
    });
    await renderScreen(createElement(component as () => null));
    const main = () => document.querySelector('main')!;
    // One that asks for nothing has a file to choose.
    await expect.poll(() => main().querySelector('[role=alert], form, input[type=file]')).not.toBeNull();
    await expect.poll(() => main().querySelector('[aria-label="Loading"]')).toBeNull();
    expect(main().textContent).not.toMatch(nothing);
  },
);
