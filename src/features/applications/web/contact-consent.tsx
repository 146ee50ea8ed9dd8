import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatMoment } from '#shared/format.ts';
import { mayUse } from '#shared/permissions.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import { applicationCan } from '../rules.ts';

/** The consent to contact details, standing or withdrawn; the counter can withdraw it here. */
export function ContactConsent({ application }: { application: ApplicationDetail }) {
  const { role } = useSession();
  const [isAsked, { open, close }] = useDisclosure(false);
  const { id, version, candidateName, contactConsent } = application;
  if (!contactConsent) return <Text size="sm">{t`Contact details: no consent, so none are kept.`}</Text>;
  const { noticeVersion, givenTo, withdrawnTo } = contactConsent;
  const givenAt = formatMoment(contactConsent.givenAt);
  const withdrawnAt = contactConsent.withdrawnAt && formatMoment(contactConsent.withdrawnAt);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {withdrawnAt &&
          !withdrawnTo &&
          t`Contact details removed ${withdrawnAt}: they were needed no longer.`}
        {withdrawnAt &&
          withdrawnTo &&
          t`Consent to contact details (notice ${noticeVersion}) withdrawn ${withdrawnAt}, recorded by ${withdrawnTo}.`}
        {!withdrawnAt &&
          t`Consent to contact details (notice ${noticeVersion}) given ${givenAt}, recorded by ${givenTo}.`}
      </Text>
      {mayUse(role, 'applications:correct') && (
        <ActionButton
          size="xs"
          variant="default"
          reason={whyNot(applicationCan.withdrawConsent({ hasConsent: withdrawnAt === null }))}
          onClick={open}
        >
          {t`Withdraw consent`}
        </ActionButton>
      )}
      {isAsked && (
        <CommandDialog
          title={t`Withdraw the consent of ${candidateName}?`}
          confirmLabel={t`Withdraw consent`}
          tone="danger"
          call={client.applications.withdrawContactConsent}
          input={() => ({ id, version })}
          done={() => t`The consent is withdrawn and the contact details are deleted.`}
          onClose={close}
        >
          {t`Mobile number, email address and postal address of this application are deleted. They stay in the student master.`}
        </CommandDialog>
      )}
    </Group>
  );
}
