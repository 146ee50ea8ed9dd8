import '#features/features.ts';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { pressEnterOnce } from '#platform/web/components/press-enter-once.ts';
import { typePlainDigits } from '#platform/web/components/type-plain-digits.ts';
import { Providers } from '#platform/web/providers.tsx';
import { fetchScreen } from '#platform/web/router/fetch-screen.ts';
import { printInLight } from '#platform/web/theme/print-in-light.ts';
import { router } from './routes.tsx';

printInLight();
pressEnterOnce();
typePlainDigits();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where the library that locks scrolling behind a dialog looks for the nonce.
Object.assign(window, { __webpack_nonce__: nonce });
// Start loading the screen of the current URL before the first render.
fetchScreen(router, window.location.pathname);
createRoot(document.getElementById('root')!).render(
  <Providers nonce={nonce}>
    <RouterProvider router={router} />
  </Providers>,
);
