import { Checkbox, Fieldset, List, Stack, Text } from '@mantine/core';
import { DeclaredInputOf } from '#platform/web/components/declared-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { awardRecord, contactFields } from '#shared/award-record.ts';
import { contactNoticeVersion, linesOfNotice } from '#shared/contact-notice.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFormState } from './application-form-values.ts';

/** The consent to contact details, and the details; unticking it clears them. */
export function ContactFields({ form }: { form: ApplicationFormState }) {
  const { contactNotice } = form.values;

  function tick(isTicked: boolean): void {
    const emptied = Object.fromEntries(contactFields.map((field) => [field, '']));
    form.setValues(isTicked ? { contactNotice: contactNoticeVersion } : { contactNotice: null, ...emptied });
    form.clearFieldError('contactNotice');
  }

  return (
    <FormSection
      title={t`Contact details`}
      description={t`Optional. Read the notice to the candidate first.`}
    >
      <Stack gap="xs" style={{ gridColumn: '1 / -1' }}>
        <Notice version={contactNotice ?? contactNoticeVersion} />
        <Checkbox
          label={t`The candidate has heard the notice and consents.`}
          data-path="contactNotice"
          checked={contactNotice !== null}
          error={form.errors.contactNotice}
          onChange={(event) => tick(event.currentTarget.checked)}
        />
      </Stack>
      <Fieldset variant="unstyled" display="contents" disabled={contactNotice === null}>
        {contactFields.map((field) => (
          <DeclaredInputOf key={field} form={form} name={field} field={awardRecord[field]} />
        ))}
      </Fieldset>
    </FormSection>
  );
}

/** A contact notice to read out, with its version. */
function Notice({ version }: { version: number }) {
  const [first, ...others] = linesOfNotice(version);
  return (
    <div>
      <Text size="sm">{first}</Text>
      <List size="sm" withPadding>
        {others.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed">
        {t`Notice ${version}`}
      </Text>
    </div>
  );
}
