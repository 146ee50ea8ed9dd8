import { Trans } from '@lingui/react/macro';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { type Icon, IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useSession } from '#platform/web/api/session.ts';
import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import classes from './recovery-codes.module.css';

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { email } = useSession();
  const sheet = sheetOf(codes, email);
  return (
    <Stack gap="md">
      <Text size="sm">
        <Trans>
          Each of these codes signs you in once when you do not have your phone. Keep them in a safe place
          now: <strong>they are not shown again.</strong>
        </Trans>
      </Text>
      <ol className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <pre className={classes.sheet} aria-hidden>
        {sheet}
      </pre>
      <Group gap="xs">
        <Button
          {...lookOf(IconDownload)}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(sheet)}`}
          download="dikshant-recovery-codes.txt"
        >
          {t`Download`}
        </Button>
        <CopyButton value={sheet} timeout={1500}>
          {({ copied, copy }) => (
            <Button {...lookOf(copied ? IconCheck : IconCopy)} onClick={copy}>
              {copied ? t`Copied` : t`Copy the codes`}
            </Button>
          )}
        </CopyButton>
        <Button {...lookOf(IconPrinter)} onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </Group>
      <Group justify="end">
        <Button onClick={onKept}>{t`I have saved them`}</Button>
      </Group>
    </Stack>
  );
}

function lookOf(Picture: Icon) {
  return { variant: 'default', size: 'xs', leftSection: <Picture size={15} aria-hidden /> };
}

/** The codes as a text to save or print. */
function sheetOf(codes: readonly string[], email: string): string {
  return [
    t`Dikshant recovery codes`,
    `${email}, ${formatMoment(new Date().toISOString())}`,
    '',
    ...codes,
    '',
    t`Each signs you in once in place of the code of your authenticator app.`,
    '',
  ].join('\n');
}
