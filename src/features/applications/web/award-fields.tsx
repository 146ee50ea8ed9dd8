import { Button, Checkbox, Fieldset, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { FoundStudent } from '#features/students/contract.ts';
import { DeclaredInputOf } from '#platform/web/components/declared-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { type AwardField, awardRecord, contactFields, isContactField } from '#shared/award-record.ts';
import { contactNoticeVersion, linesOfNotice } from '#shared/contact-notice.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ApplicationFormState } from './application-form-values.ts';

/** The consent to contact details, and the details; unticking it clears them. Only the candidate's word ticks it. */
export function ContactFields(props: {
  form: ApplicationFormState;
  /** In the student master, whose college may have recorded a consent of its own. */
  student: FoundStudent | null;
}) {
  const { form, student } = props;
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
        {student && student.consentNoticeVersion !== '' && <Text size="sm">{consentAtCollege(student)}</Text>}
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

function consentAtCollege({ consentRecordedOn }: FoundStudent): string {
  return consentRecordedOn === null
    ? t`Consent was recorded by the college. Ask the candidate again.`
    : t`Consent was recorded on ${formatDay(consentRecordedOn)} by the college. Ask the candidate again.`;
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

/** Contact details are shown with their consent; category and attendance with the fee that depends on them. */
const fields = (Object.keys(awardRecord) as AwardField[]).filter(
  (field) => !isContactField(field) && field !== 'category' && field !== 'attendance',
);

/** The award record: collapsed, because the student master fills in most of it; expanded when it has errors. */
export function AwardFields({ form }: { form: ApplicationFormState }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const known = fields.filter((field) => form.values[field] !== '').length;
  const isShown = isOpen || fields.some((field) => form.errors[field]);
  return (
    <FormSection
      title={t`Award record`}
      description={t`${known} of ${fields.length} fields are filled in. All of them are optional.`}
    >
      <Button
        variant="default"
        leftSection={isShown ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        aria-expanded={isShown}
        onClick={toggle}
      >
        {isShown ? t`Hide the award record` : t`Show the award record`}
      </Button>
      {isShown &&
        fields.map((field) => (
          <DeclaredInputOf key={field} form={form} name={field} field={awardRecord[field]} />
        ))}
    </FormSection>
  );
}
