import { Checkbox, Group, Kbd, ScrollArea, Text } from '@mantine/core';
import { draftStateLabels } from '#features/demand-drafts/states.ts';
import { draftTones } from '#features/demand-drafts/web/draft-badge.tsx';
import { StatusBadge } from '#platform/web/components/values.tsx';
import { formatCount, formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { LineCandidate } from '../line-contract.ts';
import { worthOf } from '../rules.ts';
import classes from './statement.module.css';

const digits = 9;

/** The candidate drafts, each with what distinguishes it from the others. */
export function CandidateList(props: {
  candidates: readonly LineCandidate[];
  chosenIds: readonly string[];
  mayChoose: boolean;
  isSingle: boolean;
  onToggle: (id: string) => void;
}) {
  const { candidates, chosenIds } = props;
  const chosen = candidates.filter(({ demandDraftId }) => chosenIds.includes(demandDraftId));
  if (candidates.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t`No draft has its number or amount.`}
      </Text>
    );
  }
  return (
    <div>
      <ScrollArea.Autosize
        mah="20rem"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t`Possible drafts` }}
      >
        {candidates.map((candidate, place) => (
          <div key={candidate.demandDraftId} className={classes.candidate}>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              {props.mayChoose && (
                <Checkbox
                  aria-label={t`Draft ${candidate.number} of ${candidate.bank}`}
                  radius={props.isSingle ? 'xl' : undefined}
                  checked={chosenIds.includes(candidate.demandDraftId)}
                  onChange={() => props.onToggle(candidate.demandDraftId)}
                />
              )}
              <CandidateFacts candidate={candidate} />
              {props.mayChoose && place < digits && <Kbd size="xs">{place + 1}</Kbd>}
            </Group>
          </div>
        ))}
      </ScrollArea.Autosize>
      {chosen.length > 1 && (
        <Text size="sm" mt="xs" role="status">
          {t`${formatCount(chosen.length)} drafts, together ${formatRupees(worthOf(chosen) / 100)}`}
        </Text>
      )}
    </div>
  );
}

function CandidateFacts({ candidate }: { candidate: LineCandidate }) {
  const { slipNumber, depositedOn, realisedOn, applicationCount } = candidate;
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} className={classes.figure}>
          {candidate.number} · {formatRupees(candidate.amount)}
        </Text>
        <StatusBadge tone={draftTones[candidate.state]} label={draftStateLabels[candidate.state]} />
      </Group>
      <Text size="sm" className={classes.text}>
        {candidate.bank}, {candidate.branch} · {formatDay(candidate.drawnOn)} · {candidate.collegeCode}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          depositedOn ? t`deposited ${formatDay(depositedOn)} with ${slipNumber ?? ''}` : t`not deposited`,
          ...(realisedOn ? [t`realised ${formatDay(realisedOn)}`] : []),
          applicationCount === 1
            ? t`pays 1 application`
            : t`pays ${formatCount(applicationCount)} applications`,
        ].join(' · ')}
      </Text>
    </div>
  );
}
