import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { DraftBadge } from '#features/demand-drafts/web/draft-badge.tsx';
import { draftDetails, nextOfDraft } from '#features/demand-drafts/web/draft-list.tsx';
import { DraftStory } from '#features/demand-drafts/web/draft-story.tsx';
import { draftActs } from '#features/fees/web/draft-exits.tsx';
import { Loaded } from '#platform/web/components/page.tsx';
import type { RecordPage } from '../contract.ts';
import { RecordFrame, useRecordKey } from './record-page.tsx';

/** /<desk>/records/draft/<id>. */
export function DraftRecordPage() {
  const key = useRecordKey();
  const record = useQuery(api.records.getDraftRecord.queryOptions({ input: { key } }));
  return <Loaded query={record}>{(found) => <DraftRecord record={found} />}</Loaded>;
}

function DraftRecord({ record }: { record: RecordPage }) {
  const own = useQuery(api.demandDrafts.getDraft.queryOptions({ input: { id: record.id } }));
  return (
    <RecordFrame
      record={record}
      own={own}
      subject={(row) => `${row.bank}, ${row.branch}`}
      badge={(row) => <DraftBadge draft={row} />}
      next={(row) => <Text fw={600}>{nextOfDraft(row)}</Text>}
      fields={draftDetails}
      actions={draftActs}
    >
      {(row) => <DraftStory draft={row} hasTimeline />}
    </RecordFrame>
  );
}
