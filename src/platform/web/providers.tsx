import '@mantine/core/styles.css';
import '@fontsource-variable/noto-sans/wght.css';
import '@fontsource-variable/noto-sans-kannada/wght.css';
import './theme/theme.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { queryClient } from './api/query-client.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './theme/theme.ts';

/** Language, theme and query cache for every screen, in the portal and in component tests. */
export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          getStyleNonce={() => nonce}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </MantineProvider>
      </I18nProvider>
    </StrictMode>
  );
}
