import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { PrintRun } from '#features/print-runs/web/print-run-page.tsx';
import { Loaded } from '#platform/web/components/page.tsx';
import { useRecordKey } from './record-page.tsx';
import { Timeline } from './timeline.tsx';

/** /printer/print-runs/<id or number>, /auditor/print-runs/<…>, /admin/records/run/<…>: the run and its timeline. */
export function RunRecordPage() {
  const key = useRecordKey();
  const record = useQuery(api.records.getRunRecord.queryOptions({ input: { key } }));
  return (
    <Loaded query={record}>
      {({ id, timeline }) => (
        <Stack gap="lg">
          <PrintRun id={id} />
          <Timeline entries={timeline} recordId={id} />
        </Stack>
      )}
    </Loaded>
  );
}
