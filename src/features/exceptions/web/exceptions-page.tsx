import { Stack } from '@mantine/core';
import { IconAdjustments, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { RulesByFamily } from './rules-by-family.tsx';

/** /auditor/exceptions: what the portal looks for every night, by family. */
export function ExceptionsPage() {
  const query = useQuery(api.exceptions.listExceptionRules.queryOptions());
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Exceptions`}
        description={t`What the portal looks for every night. Explain what is in order, and make a finding of what is not.`}
        actions={
          <>
            <ToolbarButton label={t`Limits`} icon={IconAdjustments} to={paths.auditor.exceptionLimits} />
            <ToolbarButton
              label={t`Look now`}
              icon={IconRefresh}
              dialog={(onClose) => (
                <CommandDialog
                  title={t`Look for exceptions now?`}
                  confirmLabel={t`Look now`}
                  call={client.exceptions.runRules}
                  input={() => ({})}
                  done={() => t`The portal is looking. This page shows what it finds.`}
                  onClose={onClose}
                />
              )}
            />
          </>
        }
      />
      <Loaded query={query}>{({ rules }) => <RulesByFamily rules={rules} />}</Loaded>
    </Stack>
  );
}
