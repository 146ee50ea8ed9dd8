import { Anchor, List, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { PrintRun } from '../contract.ts';

/** As many as fit above the queue; the list of print runs shows all of them. */
const shown = 4;

/** Runs left open after a crash or at the end of a day, each with a link to continue. */
export function OpenRunsNotice() {
  const runs = useQuery(api.printRuns.listPrintRuns.queryOptions({ input: { state: 'open', limit: shown } }));
  const toAll = useLinkProps(`${paths.printer.printRuns}?state=open`);
  if (runs.error) return <ErrorNotice error={runs.error} />;
  if (!runs.data || runs.data.rows.length === 0) return null;
  return (
    <Notice color="blue" flex="none" role="status" icon={<IconPrinter aria-hidden />} title={t`Open runs`}>
      <List size="sm">
        {runs.data.rows.map((run) => (
          <OpenRun key={run.id} run={run} />
        ))}
      </List>
      {runs.data.nextCursor && (
        <Anchor size="sm" underline="always" {...toAll}>
          {t`All open runs`}
        </Anchor>
      )}
    </Notice>
  );
}

function OpenRun({ run }: { run: PrintRun }) {
  const link = useLinkProps(paths.printer.printRun(run.id));
  return (
    <List.Item>
      <Anchor size="sm" underline="always" c="inherit" {...link}>
        {whatIsOpen(run)}
      </Anchor>{' '}
      <Text span size="sm" c="dimmed">
        {run.operator}
      </Text>
    </List.Item>
  );
}

function whatIsOpen({ runNumber, state, openAt, sheetCount }: PrintRun): string {
  if (state === 'prepared') return t`Run ${runNumber}, sheets 1 to ${sheetCount}, is prepared: start`;
  if (openAt === null) return t`Run ${runNumber} has an outcome for every sheet: close`;
  return t`Run ${runNumber} is open at sheet ${openAt} of ${sheetCount}: resume`;
}
