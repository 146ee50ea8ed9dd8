// Before each test file in the browser, and each test of it.
import { notifications } from '@mantine/notifications';
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '#platform/web/api/query-client.ts';
import { activateLanguage } from '#platform/web/languages/language.ts';

// What people read is looked up while modules load: the language comes first.
await activateLanguage();
await import('#features/features.ts');
await import('#features/words.ts');
const { mockFetch } = await import('./portal-responses.ts');

beforeEach(async () => {
  await cleanup();
  sessionStorage.clear();
  localStorage.clear();
  queryClient.clear();
  notifications.clean();
  mockFetch();
});
