import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChargeLines } from '#features/charges/web/charge-lines.tsx';
import { api, client } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { DeclaredFacts } from '#platform/web/components/declared-facts.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { whyNot } from '#shared/errors.ts';
import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import { applicationCan } from '../rules.ts';

/** Charges and award record; lists do not have them, so they are loaded with the details. */
export function ApplicationDetailFacts({ id }: { id: string }) {
  const { data, error } = useQuery(api.applications.getApplication.queryOptions({ input: { id } }));
  if (!data) return error ? <ErrorNotice error={error} /> : <Loading size="sm" />;
  return (
    <>
      <Section title={t`Charges`} order={3} gap={0}>
        <ChargeLines charges={data.charges} />
      </Section>
      <DeclaredFacts title={t`Award record`} fields={awardRecord} values={data} />
      <ContactConsent application={data} />
    </>
  );
}

/** The consent to contact details, standing or withdrawn; the counter can withdraw it here. */
function ContactConsent({ application }: { application: ApplicationDetail }) {
  const mayCorrect = useMay('applications:correct');
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
      {mayCorrect && (
        <DialogButton
          size="xs"
          variant="default"
          reason={whyNot(applicationCan.withdrawConsent({ hasConsent: withdrawnAt === null }))}
          dialog={(onClose) => (
            <CommandDialog
              title={t`Withdraw the consent of ${candidateName}?`}
              confirmLabel={t`Withdraw consent`}
              tone="danger"
              call={client.applications.withdrawContactConsent}
              input={() => ({ id, version })}
              done={() => t`The consent is withdrawn and the contact details are deleted.`}
              onClose={onClose}
            >
              {t`Mobile number, email address and postal address of this application are deleted. They stay in the student master.`}
            </CommandDialog>
          )}
        >
          {t`Withdraw consent`}
        </DialogButton>
      )}
    </Group>
  );
}
