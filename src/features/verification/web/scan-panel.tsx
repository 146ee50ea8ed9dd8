import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconCamera, IconCameraOff, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { ChooseInput } from '#platform/web/components/file-target.tsx';
import { t } from '#shared/words.ts';
import classes from './scan-panel.module.css';
import type { Scan } from './use-scan.ts';

/** An alternative to typing: the camera, or a file read in the browser. */
export function ScanPanel({ scan }: { scan: Scan }) {
  const { state } = scan;
  const input = useRef<HTMLInputElement>(null);
  const isCamera = state.step === 'camera' || state.step === 'starting';
  return (
    <section className={`unprinted ${classes.panel}`} aria-labelledby="scan">
      <Title order={2} id="scan" size="h4">
        {t`Scan the QR code`}
      </Title>
      <Group gap="xs">
        {/* One button for both, so that it keeps the focus. */}
        <Button
          variant={isCamera ? 'default' : 'filled'}
          leftSection={
            isCamera ? <IconCameraOff size={18} aria-hidden /> : <IconCamera size={18} aria-hidden />
          }
          onClick={() => (isCamera ? scan.close() : void scan.openCamera())}
        >
          {isCamera ? t`Stop the camera` : t`Scan with the camera`}
        </Button>
        <Button
          variant="default"
          leftSection={<IconUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t`Choose file`}
        </Button>
        <ChooseInput
          ref={input}
          accept="application/pdf,image/jpeg,image/png,image/webp"
          onFiles={(files) => void scan.takeFiles(files)}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t`Or drop or paste a PDF or a picture of the certificate here. It is read on this device and is not uploaded.`}
      </Text>
      {state.step === 'camera' && (
        <state.View
          note={state.note}
          onCodes={scan.takeCodes}
          onClose={scan.close}
          onBroken={scan.stopBroken}
        />
      )}
      <div role="status">{state.step === 'reading' && <Text size="sm">{readingWords(state)}</Text>}</div>
      {state.step === 'refused' && (
        <Alert color="orange" role="alert">
          {state.sentence}
        </Alert>
      )}
      {state.step === 'several' && (
        <div role="alert">
          <Text size="sm">{t`The QR codes of several certificates were found. Choose the one to check.`}</Text>
          <Group gap="xs">
            {state.questions.map((question) => (
              <Button
                key={JSON.stringify(question)}
                size="xs"
                variant="default"
                onClick={() => scan.choose(question)}
              >
                {question.number}
              </Button>
            ))}
          </Group>
        </div>
      )}
    </section>
  );
}

function readingWords({
  name,
  progress,
}: {
  name: string;
  progress: { page: number; pages: number } | null;
}) {
  return progress ? t`Reading page ${progress.page} of ${progress.pages} of ${name}` : t`Reading ${name}`;
}
