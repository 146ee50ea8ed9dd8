import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';
import { api } from '#features/client.ts';
import { hasCode } from '#platform/web/api/problem.ts';
import { useDropTarget } from '#platform/web/components/file-target.tsx';
import { PublicPage } from '#platform/web/shell/public-page.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { VerifyQuestion } from '../contract.ts';
import { ScanPanel } from './scan-panel.tsx';
import { SpecimenSection } from './specimen-section.tsx';
import { useScan } from './use-scan.ts';
import { VerdictPanel } from './verdict-panel.tsx';

/** The typed values; empty fields are not sent. */
const Typed = z
  .object({ number: z.string(), code: z.string(), serial: z.string() })
  .transform(({ number, code, serial }) => ({
    number,
    ...(code.trim() && { code }),
    ...(serial.trim() && { serial }),
  }))
  .pipe(VerifyQuestion);

/**
 * Public verification of a sheet: by the printed QR code (`?n=…&c=…`), which this page can also read, by typing its
 * numbers, or by number and serial (`?n=…&s=…`) for one issued before the portal.
 */
export function VerifyPage() {
  const { n = '', c = '', s = '' }: { n?: string; c?: string; s?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const question = Typed.safeParse({ number: n, code: c, serial: s });
  const answer = useQuery(
    api.verification.verifyCertificate.queryOptions({
      input: question.data ?? { number: n },
      enabled: question.success,
      // A certificate may be revoked between two requests.
      staleTime: 0,
      gcTime: 0,
    }),
  );
  const numbers = useQuery(api.verification.listNumberExamples.queryOptions());
  const examples = numbers.data?.examples.join(', ');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { number: n, code: c, serial: s },
    validate: schemaResolver(Typed, { sync: true }),
  });
  useEffect(() => {
    // A partly read QR code fills in what it holds and reports what is missing.
    if ((n || c || s) && !question.success) form.validate();
  }, [n, c, s, question.success, form.validate]);

  const isScanned = useRef(false);
  const verdict = useRef<HTMLDivElement>(null);
  const scan = useScan((scanned) => {
    const values = { code: '', serial: '', ...scanned };
    form.setValues(values);
    form.clearErrors();
    isScanned.current = true;
    ask(values);
  });
  const target = useDropTarget((files) => void scan.takeFiles(files));
  usePastedFiles((files) => void scan.takeFiles(files));
  useEffect(() => {
    if (answer.isFetching || !isScanned.current) return;
    // After a scan the camera, below the answer, is in view.
    isScanned.current = false;
    verdict.current?.scrollIntoView({ block: 'center' });
  }, [answer.isFetching]);

  function ask({ number, code, serial }: { number: string; code: string; serial: string }): void {
    const search = { n: number, ...(code && { c: code }), ...(serial && { s: serial }) };
    if (number === n && code === c && serial === s) void answer.refetch();
    else void navigate({ to: paths.verify, search });
  }

  const refused = hasCode(answer.error, 'request.invalid');
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Whoever comes with a phone scans; an answer is read before the next sheet is scanned.
  const isScanFirst = isPhone && !question.success;
  return (
    <PublicPage
      title={t`Verify a certificate`}
      lead={t`Enter the two numbers that are printed beside the QR code, or scan it. The answer comes from the university's own register.`}
      links={{ [paths.status]: t`Check your application`, [paths.login]: t`Staff login` }}
      maw="46rem"
      {...target}
    >
      {isScanFirst && <ScanPanel scan={scan} />}
      <form
        noValidate
        className="unprinted"
        onSubmit={form.onSubmit(
          ({ number, code, serial }) =>
            ask({ number: number.trim(), code: code.trim(), serial: serial.trim() }),
          // The last answer is not one to this question.
          () => void navigate({ to: paths.verify, search: {} }),
        )}
      >
        <TextInput
          label={t`Convocation number`}
          data-plain-digits
          placeholder={examples && t`for example ${examples}`}
          autoComplete="off"
          key={form.key('number')}
          {...form.getInputProps('number')}
        />
        <TextInput
          label={t`Verification code`}
          data-plain-digits
          placeholder={t`for example 7K3MQ-X2P9A`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <TextInput
          label={t`Serial number`}
          data-plain-digits
          description={t`Only for a sheet without a code, issued before the portal.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`for example B004711`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          key={form.key('serial')}
          {...form.getInputProps('serial')}
        />
        <Button type="submit" loading={answer.isFetching}>
          {t`Verify`}
        </Button>
      </form>
      <div aria-live="polite" ref={verdict}>
        {question.success && !answer.isFetching && (answer.data || answer.error) && (
          <VerdictPanel
            verdict={answer.error ? 'cannot_tell' : answer.data!}
            reason={answer.error?.message}
            asked={question.data}
            onRetry={refused ? undefined : () => void answer.refetch()}
          />
        )}
      </div>
      {!isScanFirst && <ScanPanel scan={scan} />}
      <SpecimenSection />
    </PublicPage>
  );
}

/** Handles files pasted anywhere on the page; pasted text goes into its field. */
function usePastedFiles(take: (files: FileList) => void): void {
  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (!files?.length) return;
    event.preventDefault();
    take(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => takePasted(event);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}
