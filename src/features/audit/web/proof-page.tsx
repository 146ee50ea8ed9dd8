import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { openFile } from '#platform/web/api/exports.ts';
import { ChooseInput, useDropTarget } from '#platform/web/components/file-target.tsx';
import { Notice, PageHeader } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount, formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { proofFiles } from '../contract.ts';
import { lastVerified, rememberVerified } from './last-verified.ts';
import { KeptError, readAnchor, type Verdict, verifyStream } from './verify-in-browser.ts';

type Outcome = { checked?: number; verdict?: Verdict; error?: unknown };

/** /auditor/proof: verifies the audit log in this browser against what the auditor kept. */
export function ProofPage() {
  const [kept, setKept] = useState('');
  const { outcome, verify, stop } = useVerification();
  const file = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => void files?.[0]?.text().then(setKept);
  const target = useDropTarget(take);
  const last = lastVerified();
  const { checked, verdict, error } = outcome;
  const isRunning = checked !== undefined;
  return (
    <Stack gap="md" maw="46rem">
      <PageHeader
        title={t`Proof of the log`}
        description={t`This browser reads the whole audit log and verifies it against what you kept outside the portal.`}
      />
      <Textarea
        label={t`Head or checkpoint`}
        description={t`Paste the line from a checkpoint mail, or choose or drop a checkpoint's file.`}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={kept}
        onChange={(event) => setKept(event.currentTarget.value)}
        error={error instanceof KeptError && error.message}
        {...target}
      />
      <Group gap="xs">
        <Button loading={isRunning} onClick={() => void verify(kept)}>{t`Verify`}</Button>
        {isRunning && <Button variant="default" onClick={stop}>{t`Stop`}</Button>}
        <Button variant="default" onClick={() => file.current?.click()}>{t`Choose a file`}</Button>
        <ChooseInput ref={file} onFiles={take} />
      </Group>
      <div aria-live="polite">
        {isRunning && <Text>{t`${formatCount(checked)} events checked…`}</Text>}
        {error !== undefined && !(error instanceof KeptError) && <ErrorNotice error={error} />}
        {verdict && (
          <Notice color={verdict.provenUpTo === null ? 'red' : 'green'}>
            {verdict.sentences.map((sentence) => (
              <Text key={sentence} style={{ overflowWrap: 'anywhere' }}>
                {sentence}
              </Text>
            ))}
          </Notice>
        )}
      </div>
      {last && (
        <Text size="sm" c="dimmed">
          {t`Last verified in this browser on ${formatMoment(last.at)}, up to event ${last.sequence}.`}
        </Text>
      )}
      <Text size="sm">
        {t`To verify without the portal, download the verifier, which is one file that works without a network, and the log.`}
      </Text>
      <Group gap="md">
        <Anchor
          underline="always"
          size="sm"
          href={addressOf(proofFiles.verifier, {})}
          download
        >{t`Download the verifier`}</Anchor>
        <Anchor
          underline="always"
          size="sm"
          href={addressOf(proofFiles.chain, {})}
          download
        >{t`Download the log`}</Anchor>
      </Group>
    </Stack>
  );
}

/** Each time, the log is fetched again. */
function useVerification() {
  const [outcome, setOutcome] = useState<Outcome>({});
  const running = useRef<AbortController>(null);

  async function verify(text: string): Promise<void> {
    running.current = new AbortController();
    const { signal } = running.current;
    const onProgress = (checked: number) => setOutcome({ checked });
    onProgress(0);
    try {
      const kept = await readAnchor(text);
      const { body } = await openFile(addressOf(proofFiles.chain, {}), signal);
      const verdict = await verifyStream(body!, kept, { onProgress });
      if (verdict.provenUpTo !== null) rememberVerified(verdict.provenUpTo);
      setOutcome({ verdict });
    } catch (error) {
      setOutcome(signal.aborted ? {} : { error });
    }
  }

  return { outcome, verify, stop: () => running.current?.abort() };
}
