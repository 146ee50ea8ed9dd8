import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { PublicPage } from '#platform/web/shell/public-page.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { StatusQuestion } from '../contract.ts';
import { StatusPanel } from './status-panel.tsx';

/** The candidate's status page, opened by the slip's QR code (`?a=…&r=…`) or by typing its two numbers. */
export function StatusPage() {
  const { a = '', r = '' }: { a?: string; r?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const question = StatusQuestion.safeParse({ acknowledgement: a, roll: r });
  const answer = useQuery(
    api.status.findApplicationStatus.queryOptions({
      input: question.data ?? { acknowledgement: a, roll: r },
      enabled: question.success,
      // The status may change between two requests.
      staleTime: 0,
      gcTime: 0,
    }),
  );
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { acknowledgement: a, roll: r },
    validate: schemaResolver(StatusQuestion, { sync: true }),
  });
  useEffect(() => {
    // A partly read QR code fills in what it holds and reports what is missing.
    if ((a || r) && !question.success) form.validate();
  }, [a, r, question.success, form.validate]);

  return (
    <PublicPage
      title={t`Check your application`}
      lead={t`Scan the QR code on your acknowledgement slip, or enter the two numbers from it.`}
      links={{ [paths.verify]: t`Verify a certificate` }}
      maw="40rem"
    >
      <form
        noValidate
        onSubmit={form.onSubmit(({ acknowledgement, roll }) => {
          const search = { a: acknowledgement.trim(), r: roll.trim() };
          if (search.a === a && search.r === r) void answer.refetch();
          else void navigate({ to: paths.status, search });
        })}
      >
        <TextInput
          label={t`Acknowledgement number`}
          placeholder={t`for example 000123`}
          data-plain-digits
          autoComplete="off"
          key={form.key('acknowledgement')}
          {...form.getInputProps('acknowledgement')}
        />
        <TextInput
          label={t`Exam roll number`}
          data-plain-digits
          autoComplete="off"
          spellCheck={false}
          key={form.key('roll')}
          {...form.getInputProps('roll')}
        />
        <Button type="submit" loading={answer.isFetching}>
          {t`Check`}
        </Button>
      </form>
      <div aria-live="polite">
        {question.success && !answer.isFetching && answer.error && <ErrorNotice error={answer.error} />}
        {question.success && !answer.isFetching && answer.data && <StatusPanel status={answer.data} />}
      </div>
    </PublicPage>
  );
}
