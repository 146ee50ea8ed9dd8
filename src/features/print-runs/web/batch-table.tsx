import { Anchor, Table, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { currentLanguage } from '#platform/web/languages/language.ts';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatAge } from '#shared/age.ts';
import { shippedInWords } from '#shared/choice-lists.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { PrintBatch } from '../contract.ts';

type BatchTableProps = {
  batches: readonly PrintBatch[];
  /** Why no run can be prepared at all. */
  blocked: string | null;
  /** Whether the first run that can be prepared is the page's next step. */
  hasPrimary: boolean;
  isShown: (batch: PrintBatch) => boolean;
  onPrepare: (batch: PrintBatch) => void;
  onShow: (batch: PrintBatch) => void;
};

/** The possible runs: what waits, and the paper for it. Types on one paper share its sheets, which are stated once. */
export function BatchTable({ batches, ...props }: BatchTableProps) {
  const papers = [...Map.groupBy(batches, ({ paperId }) => paperId).values()];
  const primary = props.hasPrimary && papers.flat().find((batch) => batch.waiting > 0 && atHand(batch) > 0);
  return (
    <Table.ScrollContainer minWidth={760} mah="60dvh">
      <Table verticalSpacing={4} aria-label={t`What can be printed`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Paper`}</Table.Th>
            <Table.Th>{t`Certificate type`}</Table.Th>
            <Table.Th ta="right">{t`Waiting`}</Table.Th>
            <Table.Th>{t`Oldest`}</Table.Th>
            <Table.Th ta="right">{t`Reprints`}</Table.Th>
            <Table.Th ta="right">{t`At hand`}</Table.Th>
            <Table.Th ta="right">{t`Left after`}</Table.Th>
            <Table.Th>{t`Next serial`}</Table.Th>
            <Table.Th>{t`Actions`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {papers.flatMap((types) =>
            types.map((batch, index) => (
              <BatchRow
                key={`${batch.paperId} ${batch.certificateType}`}
                {...props}
                batch={batch}
                isPrimary={batch === primary}
                types={index === 0 ? types : null}
              />
            )),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function BatchRow(
  props: Omit<BatchTableProps, 'batches' | 'hasPrimary'> & {
    batch: PrintBatch;
    isPrimary: boolean;
    /** All types on this paper, in the first row of the paper. */
    types: readonly PrintBatch[] | null;
  },
) {
  const { batch, types } = props;
  const paper = useKindName()(batch.paper, batch.colour);
  return (
    <Table.Tr
      aria-current={props.isShown(batch) || undefined}
      bg={props.isShown(batch) ? 'var(--mantine-primary-color-light)' : undefined}
      style={{ cursor: 'pointer' }}
      onClick={() => props.onShow(batch)}
    >
      <Table.Td>{paper}</Table.Td>
      <Table.Td>
        <Anchor component="button" type="button" size="sm" ta="left" title={t`Show the certificates`}>
          {shippedInWords(batch.certificateType)}
        </Anchor>
      </Table.Td>
      <Table.Td ta="right">
        {formatCount(batch.waiting)}
        {batch.waitingForRoll > 0 && (
          <Text size="xs" c="dimmed">
            {t`${formatCount(batch.waitingForRoll)} more wait for the roll`}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{batch.oldest && formatAge(batch.oldest)}</Table.Td>
      <Table.Td ta="right">{formatCount(batch.reprints)}</Table.Td>
      {types && <SharedStock types={types} />}
      <Table.Td onClick={(event) => event.stopPropagation()}>
        <ActionButton
          size="compact-sm"
          variant={props.isPrimary ? 'filled' : 'default'}
          leftSection={<IconPrinter size={14} aria-hidden />}
          aria-label={t`Prepare run: ${paper}, ${shippedInWords(batch.certificateType)}`}
          reason={props.blocked ?? reasonAgainst(batch, paper)}
          onClick={() => props.onPrepare(batch)}
        >
          {t`Prepare run`}
        </ActionButton>
      </Table.Td>
    </Table.Tr>
  );
}

/** The sheets of a paper, for all the types that are printed on it. */
function SharedStock({ types }: { types: readonly PrintBatch[] }) {
  const { issuedToYou, nextSerial } = types[0]!;
  const left = atHand(types[0]!) - types.reduce((sum, { waiting }) => sum + waiting, 0);
  const names = new Intl.ListFormat(currentLanguage()).format(
    types.map((batch) => shippedInWords(batch.certificateType)),
  );
  const notes = [
    ...(types.length > 1 ? [t`for ${names}`] : []),
    ...(issuedToYou > 0 ? [t`${formatCount(issuedToYou)} issued to you`] : []),
  ];
  return (
    <>
      <Table.Td ta="right" rowSpan={types.length}>
        {formatCount(atHand(types[0]!))}{' '}
        <Text span size="xs" c="dimmed">
          {notes.join(', ')}
        </Text>
      </Table.Td>
      <Table.Td ta="right" rowSpan={types.length} fw={left < 0 ? 600 : undefined}>
        {left < 0 ? t`${formatCount(-left)} too few` : formatCount(left)}
      </Table.Td>
      <Table.Td ff="monospace" rowSpan={types.length}>
        {nextSerial}
      </Table.Td>
    </>
  );
}

function atHand({ inStore, issuedToYou }: PrintBatch): number {
  return inStore + issuedToYou;
}

function reasonAgainst(batch: PrintBatch, paper: string): string | null {
  if (batch.waiting === 0)
    return t`These certificates are printed once a resolved roll of their convocation has them.`;
  return atHand(batch) > 0 ? null : t`No sheet of ${paper} is in store. Ask the store for a delivery.`;
}
