import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { FormSection, RupeesInput } from '#platform/web/components/fields.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { RecordFormPage, useRecordForm } from '#platform/web/components/record-form.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatRupees } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type College, CollegeEntry } from '../contract.ts';
import { collegeCan } from '../rules.ts';
import { proposalInWords } from './proposal-in-words.ts';

/** An amount that is not typed yet is ''. */
type CollegeValues = Omit<CollegeEntry, 'convocationFee'> & { convocationFee: number | '' };

/** Set if the change waits for a second person's approval. */
type Edited = { proposalId: string | null };

const labels: Record<keyof CollegeValues, string> = {
  name: t`College name`,
  code: t`Code`,
  contactNumber: t`Contact number`,
  address: t`Address`,
  convocationFee: t`Convocation Fee`,
  email: t`Email Id`,
};

/** /admin/add-college; `?edit=<id>` opens the same form filled in. */
export function CollegeFormPage() {
  return (
    <RecordFormPage get={api.colleges.getCollege}>
      {(college) => <CollegeForm key={college?.id ?? 'new'} college={college} />}
    </RecordFormPage>
  );
}

function CollegeForm({ college }: { college: College | null }) {
  const fourEyes = useQuery(api.proposals.getFourEyes.queryOptions({ enabled: college !== null }));
  const { form, page } = useRecordForm<College, CollegeValues, CollegeEntry, Edited>({
    record: college,
    name: 'college',
    schema: CollegeEntry,
    blank: { name: '', code: '', contactNumber: '', address: '', convocationFee: '', email: '' },
    get: client.colleges.getCollege,
    add: client.colleges.addCollege,
    edit: client.colleges.editCollege,
    added: (entry) => t`${entry.name} is added.`,
    saved: (entry, { proposalId }) =>
      proposalId === null
        ? t`${entry.name} is saved.`
        : t`Fee change proposed: ${formatRupees(college!.convocationFee)} to ${formatRupees(entry.convocationFee)}. Another administrator has to confirm it.`,
    backTo: paths.admin.collegeManagement,
    labels,
    textOf: (field, value) =>
      field === 'convocationFee' && typeof value === 'number' ? formatRupees(value) : String(value),
  });
  const isProposed =
    fourEyes.data?.hold === true &&
    page.editing !== undefined &&
    form.values.convocationFee !== page.editing.opened.convocationFee;
  const keptCode = college && whyNot(collegeCan.changeCode(college), { usedBy: college.usedBy });

  return (
    <FormPage
      {...page}
      title={college ? t`Edit college` : t`Add college`}
      description={college ? `${college.name} (${college.code})` : undefined}
      draftName={(values) => [values.name, values.code]}
      submitLabel={college ? t`Save college` : t`Add college`}
      isProposed={isProposed}
    >
      <FormSection title={t`College`}>
        <TextInput label={labels.name} required {...form.getInputProps('name')} />
        <TextInput
          label={labels.code}
          required
          description={
            keptCode ?? t`For example COL004. It cannot be changed once records belong to the college.`
          }
          readOnly={keptCode !== null}
          variant={keptCode === null ? undefined : 'filled'}
          autoCapitalize="characters"
          autoComplete="off"
          {...form.getInputProps('code')}
          onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          label={labels.contactNumber}
          type="tel"
          required
          description={t`With the area code.`}
          {...form.getInputProps('contactNumber')}
        />
        <Textarea label={labels.address} required autosize minRows={2} {...form.getInputProps('address')} />
        <RupeesInput
          label={labels.convocationFee}
          required
          description={
            college?.proposal
              ? proposalInWords(college.proposal)
              : college
                ? t`Whole rupees. A new fee holds for applications that are received once it is in force; those that are there keep theirs.`
                : t`Whole rupees. Each application copies it when it is received.`
          }
          {...form.getInputProps('convocationFee')}
        />
        <TextInput
          label={labels.email}
          type="email"
          autoComplete="off"
          description={t`Notices of returned and rejected applications are sent to this address. Optional.`}
          {...form.getInputProps('email')}
        />
      </FormSection>
    </FormPage>
  );
}
