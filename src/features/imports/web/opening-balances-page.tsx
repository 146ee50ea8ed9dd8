import { Stack, Tabs, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '#platform/web/components/page.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type OpeningKind, openingKinds } from '../opening-balances.ts';
import { Uploads, useOpenUpload } from './bulk-upload-page.tsx';

const tabs: Record<OpeningKind, { label: string; description: string }> = {
  opening_blanks: {
    label: t`Blanks`,
    description: t`Ranges of serial numbers by kind of paper. Held by: the Email Id of the admin or printer who has the sheets; empty for the store. Until the first application is received.`,
  },
  opening_drafts: {
    label: t`Drafts in hand`,
    description: t`Demand drafts that are not deposited yet. Balance: what pays for nothing yet; empty for the whole amount. Until the first application is received.`,
  },
  earlier_certificates: {
    label: t`Earlier certificates`,
    description: t`Certificates issued before the portal, with the serial number of the sheet. Anyone can verify them by both numbers. Once applications have been received, one administrator uploads them and another saves them.`,
  },
};

/** /admin/settings/opening-balances?of=opening_blanks: what the university holds on its first day. */
export function OpeningBalancesPage() {
  const navigate = useNavigate();
  const { kind } = useOpenUpload(openingKinds);
  return (
    <Stack gap="lg" maw="62rem">
      <PageHeader
        title={t`Opening balances`}
        description={t`Rows are checked first. Nothing is saved until every row is correct.`}
      />
      <Tabs
        value={kind}
        onChange={(chosen) => void navigate({ href: paths.admin.openingBalances(chosen ?? kind) })}
      >
        <Tabs.List>
          {openingKinds.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {tabs[one].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="md">
          <Stack gap="lg">
            <Text size="sm">{tabs[kind].description}</Text>
            <Uploads kinds={openingKinds} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
