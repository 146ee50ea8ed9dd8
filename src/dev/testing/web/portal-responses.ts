import { vi } from 'vitest';
import { errorOfProblem } from '#platform/web/api/problem.ts';
import { type ErrorCode, type ErrorData, errorSentence, errorStatus } from '#shared/errors.ts';
import type { SavedView } from '#shared/saved-view.ts';

let savedViews: SavedView[] = [];

/** What components ask of the portal by themselves: to keep what is typed, and how a list is arranged. */
const answers: Record<string, (body: unknown, id: string) => unknown> = {
  'GET /api/form-drafts': () => ({ drafts: [] }),
  'PUT /api/form-drafts': () => ({ keptAt: new Date().toISOString() }),
  'DELETE /api/form-drafts': () => ({}),
  'PUT /api/account/preferences': (preferences) => preferences,
  'POST /api/account/views': (view) =>
    withViews([...savedViews, { ...(view as SavedView), id: crypto.randomUUID() }]),
  'PUT /api/account/views/': (view, id) =>
    withViews(savedViews.map((one) => (one.id === id ? { ...one, ...(view as SavedView) } : one))),
  'DELETE /api/account/views/': (_body, id) => withViews(savedViews.filter((one) => one.id !== id)),
};

/** The name 'Taken' is another view's. */
function withViews(views: SavedView[]): object {
  if (views.some(({ name }) => name === 'Taken')) {
    const message = errorSentence('auth.view_name_taken', undefined);
    const body = { code: 'request.invalid', data: { issues: [{ path: 'name', message }] } };
    return Response.json(body, { status: errorStatus('request.invalid') });
  }
  savedViews = views;
  return { savedViews };
}

/** Answers of one test beside those of every screen; the longest beginning of an address that is known answers. */
export function answerTo(operation: string, answer: (body: unknown, rest: string) => unknown): void {
  ownAnswers = { ...ownAnswers, [operation]: answer };
}

let ownAnswers: typeof answers = {};

/** The next answers to an operation wait until the test gives each, or refuses it. */
export function pauseResponses(operation: string): (isRefused?: boolean) => void {
  const waiting: PromiseWithResolvers<boolean>[] = [];
  held = { operation, waiting };
  return (isRefused = false) => waiting.shift()!.resolve(isRefused);
}

let held: { operation: string; waiting: PromiseWithResolvers<boolean>[] } | null = null;

let sent: { operation: string; body: unknown }[] = [];

/** Answers in place of the portal; everything else that is fetched, such as a sample file, comes from Vite. */
export function mockFetch(): void {
  sent = [];
  savedViews = [];
  ownAnswers = {};
  held = null;
  const fetchFromVite = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const asked = `${request.method} ${new URL(request.url).pathname}`;
    const known = { ...answers, ...ownAnswers };
    const [operation] = Object.keys(known)
      .filter((one) => asked.startsWith(one))
      .sort((one, other) => other.length - one.length);
    if (operation === undefined) return fetchFromVite(request);
    const body = request.method === 'PUT' || request.method === 'POST' ? await request.json() : null;
    sent.push({ operation, body });
    if (held?.operation === operation) {
      const answered = Promise.withResolvers<boolean>();
      held.waiting.push(answered);
      if (await answered.promise)
        return Response.json({ code: 'request.unreadable' }, { status: errorStatus('request.unreadable') });
    }
    const answer = known[operation]!(body, asked.slice(operation.length));
    return answer instanceof Response ? answer : Response.json(answer);
  });
}

/** What the portal was sent in this test. */
export function sentTo(operation: string): unknown[] {
  return sent.filter((one) => one.operation === operation).map(({ body }) => body);
}

/** What a call rejects with when the portal refuses it. */
export function refusal<Code extends ErrorCode>(
  code: Code,
  data: ErrorData<Code>,
  issues: readonly { path: string; message: string }[] = [],
): Error {
  const detail = errorSentence(code, data);
  return errorOfProblem({ code, detail, data: { ...(data as object), issues } }, errorStatus(code));
}

/** What a call rejects with when no answer comes. */
export const unreachable = () => new TypeError('Failed to fetch');
