// The sentences and labels of all features, for the screens after signing in: the login page does not wait for them.
import '#platform/contract/platform-words.ts';

import.meta.glob('./*/words.ts', { eager: true });
