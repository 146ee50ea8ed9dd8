import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { PrintRun } from '../contract.ts';

/** As many as fit above the queue; the list of print runs shows all of them. */
export const shownRuns = 4;

/** Runs left open after a crash or at the end of a day, each with the button to continue. */
export function OpenRuns({
  page,
}: {
  page?: { rows: readonly PrintRun[]; nextCursor: string | null } | undefined;
}) {
  const toAll = useLinkProps(`${paths.printer.printRuns}?state=open`);
  if (!page || page.rows.length === 0) return null;
  return (
    <Notice color="blue" py="xs" role="status" icon={<IconPrinter aria-hidden />} title={t`Open runs`}>
      {page.rows.map((run, index) => (
        <OpenRun key={run.id} run={run} isFirst={index === 0} />
      ))}
      {page.nextCursor && (
        <Anchor size="sm" underline="always" {...toAll}>
          {t`All open runs`}
        </Anchor>
      )}
    </Notice>
  );
}

function OpenRun({ run, isFirst }: { run: PrintRun; isFirst: boolean }) {
  const { runNumber, operator, certificateType } = run;
  const words = nextStep(run);
  const paper = useKindName()(run.paper, run.colour);
  return (
    <Group gap="xs" mb={4}>
      <Button
        component="a"
        size="compact-sm"
        variant={isFirst ? 'filled' : 'default'}
        aria-label={t`${words}, run ${runNumber}`}
        {...useLinkProps(paths.printer.printRun(run.id))}
      >
        {words}
      </Button>
      <Text size="sm">{`${runNumber} · ${paper} · ${shippedInWords(certificateType)} · ${operator}`}</Text>
    </Group>
  );
}

function nextStep({ state, openAt, sheetCount }: PrintRun): string {
  if (state === 'prepared') return t`Start at sheet 1 of ${sheetCount}`;
  return openAt === null
    ? t`Close, all ${sheetCount} recorded`
    : t`Resume at sheet ${openAt} of ${sheetCount}`;
}
