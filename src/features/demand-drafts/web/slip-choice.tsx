import { Checkbox, ScrollArea, Table } from '@mantine/core';
import { Day } from '#platform/web/components/moment.tsx';
import { Money } from '#platform/web/components/money.tsx';
import { formatCount, formatRupees } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { DemandDraft } from '../contract.ts';
import { DraftValidity } from './draft-badge.tsx';

/** Drafts to tick, with the sum of what is ticked at the foot. `onChange` gets the ids of those that are not. */
export function SlipChoice(props: {
  drafts: DemandDraft[];
  chosen: DemandDraft[];
  isDepositable: (draft: DemandDraft) => boolean;
  onChange: (leftOut: string[]) => void;
}) {
  const { drafts, chosen } = props;
  const choices = drafts.filter(props.isDepositable);
  const isChosen = (draft: DemandDraft) => chosen.includes(draft);
  const total = chosen.reduce((sum, draft) => sum + draft.amount, 0);

  function toggle(draft: DemandDraft): void {
    props.onChange(choices.filter((one) => isChosen(one) === (one === draft)).map((one) => one.id));
  }

  return (
    <ScrollArea>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>
              <Checkbox
                aria-label={t`All drafts`}
                checked={chosen.length === choices.length && choices.length > 0}
                indeterminate={chosen.length > 0 && chosen.length < choices.length}
                onChange={() =>
                  props.onChange(chosen.length === choices.length ? choices.map((one) => one.id) : [])
                }
              />
            </Table.Th>
            <Table.Th>{t`DD number`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`DD Date`}</Table.Th>
            <Table.Th>{t`Bank and branch`}</Table.Th>
            <Table.Th visibleFrom="sm">{t`College`}</Table.Th>
            <Table.Th>{t`Valid until`}</Table.Th>
            <Table.Th ta="right">{t`Amount`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {drafts.map((draft) => (
            <Table.Tr key={draft.id}>
              <Table.Td>
                {props.isDepositable(draft) && (
                  <Checkbox
                    aria-label={t`Draft ${draft.number}`}
                    checked={isChosen(draft)}
                    onChange={() => toggle(draft)}
                  />
                )}
              </Table.Td>
              <Table.Td>{draft.number}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Day value={draft.drawnOn} />
              </Table.Td>
              <Table.Td>
                {draft.bank}, {draft.branch}
              </Table.Td>
              <Table.Td visibleFrom="sm">{draft.collegeCode}</Table.Td>
              <Table.Td>
                <DraftValidity draft={draft} />
              </Table.Td>
              <Table.Td ta="right">
                <Money amount={draft.amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={7} role="status">
              {t`${formatCount(chosen.length)} of ${formatCount(choices.length)} drafts, ${formatRupees(total)} in all`}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea>
  );
}
