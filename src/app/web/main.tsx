import '@mantine/core/styles.css';
import '@fontsource-variable/noto-sans/wght.css';
import '@fontsource-variable/noto-sans-kannada/wght.css';
import '#platform/web/theme/theme.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#platform/web/api/query-client.ts';
import { pressEnterOnce } from '#platform/web/components/press-enter-once.ts';
import { printInLight } from '#platform/web/theme/print-in-light.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from '#platform/web/theme/theme.ts';
import { router } from './routes.tsx';

printInLight();
pressEnterOnce();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Where the library that keeps a page from scrolling below a dialog looks for it.
Object.assign(window, { __webpack_nonce__: nonce });
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        getStyleNonce={() => nonce}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
);
