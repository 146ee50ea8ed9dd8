import { Alert, Anchor, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { sessionRole } from '#platform/web/api/session.ts';
import { deskOf } from '#shared/paths.ts';
import { linkTo } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { DraftEntry } from '../contract.ts';
import { describeAlike } from '../words.ts';

/** What the fields of a draft hold, complete or not. */
type TypedEntry = {
  number: string;
  bank: string;
  branch: string;
  drawnOn?: string;
  amount?: number | '';
  receiptFileId?: string;
};

const debounceMilliseconds = 250;
const Face = DraftEntry.pick({ number: true, bank: true, branch: true });
const { drawnOn: Drawn, amount: Amount } = DraftEntry.shape;

/**
 * The recorded drafts that an entry looks like, each a link into a new tab, and the field for the reason why it is
 * another; nothing while it looks like none.
 */
export function AlikeDrafts({ entry, ...reason }: { entry: TypedEntry } & TextInputProps) {
  const [settled] = useDebouncedValue(JSON.stringify(entry), debounceMilliseconds);
  const typed = JSON.parse(settled) as TypedEntry;
  const face = Face.safeParse(typed);
  const { data } = useQuery(
    api.demandDrafts.lookUpDraft.queryOptions({
      input: {
        ...face.data!,
        drawnOn: Drawn.safeParse(typed.drawnOn).data,
        amount: Amount.safeParse(typed.amount).data,
        receiptFileId: typed.receiptFileId || undefined,
      },
      enabled: face.success,
    }),
  );
  const alike = face.success ? (data?.alike ?? []) : [];
  if (alike.length === 0) return null;
  const role = sessionRole();
  const desk = deskOf(window.location.pathname) ?? role;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconCopy aria-hidden />}
      title={t`This draft looks like another one`}
    >
      {alike.map((draft) => (
        <Text key={draft.id} size="sm">
          {describeAlike(draft)}{' '}
          <Anchor
            href={linkTo({ kind: 'draft', id: draft.id }, role, desk) ?? undefined}
            target="_blank"
            rel="noopener"
            inherit
          >
            {t`Open draft ${draft.number}`}
          </Anchor>
        </Text>
      ))}
      <TextInput mt="xs" label={t`Reason why it is another draft`} required maxLength={300} {...reason} />
    </Alert>
  );
}
