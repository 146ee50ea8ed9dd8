import { Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { formatCount, formatMoment } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type LimitChange, type LimitInForce, limitOutcomeLabels, maximumLimit } from '../contract.ts';

/** /admin/settings/exception-limits, where an admin proposes, and /auditor/…, where an auditor decides. */
export function ExceptionLimitsPage() {
  const limits = useQuery(api.exceptions.listLimits.queryOptions());
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Limits of exceptions`}
        description={t`From where on the portal shows an exception to the auditors. An admin proposes another limit, and an auditor decides on it.`}
      />
      <Loaded query={limits}>
        {({ limits: inForce, changes }) => (
          <>
            <InForce limits={inForce} changes={changes} />
            <Changes changes={changes} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function InForce({ limits, changes }: { limits: readonly LimitInForce[]; changes: readonly LimitChange[] }) {
  const mayPropose = useMay('exceptions:propose');
  const isProposed = ({ rule, name }: LimitInForce) =>
    changes.some((one) => one.rule === rule && one.name === name && one.outcome === null);
  return (
    <Section title={t`In force`}>
      <Table.ScrollContainer minWidth={480}>
        <PlainTable<LimitInForce>
          rows={limits}
          rowId={({ rule, name }) => `${rule} ${name}`}
          columns={{
            title: { header: t`Rule` },
            label: { header: t`Limit` },
            value: { header: t`Value`, kind: 'number' },
            actions: mayPropose && {
              header: t`Actions`,
              render: (limit) => (
                <DialogButton
                  size="compact-sm"
                  variant="default"
                  aria-label={t`Propose another limit: ${limit.title}, ${limit.label}`}
                  reason={isProposed(limit) ? t`An auditor has to decide on the last proposal first.` : null}
                  dialog={(onClose) => <ProposeDialog limit={limit} onClose={onClose} />}
                >
                  {t`Propose`}
                </DialogButton>
              ),
            },
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

function ProposeDialog({ limit, onClose }: { limit: LimitInForce; onClose: () => void }) {
  const { rule, name, value } = limit;
  return (
    <CommandDialog
      title={t`Propose another limit`}
      confirmLabel={t`Propose`}
      call={client.exceptions.proposeLimit}
      fields={{
        value: {
          kind: 'number',
          label: limit.label,
          initial: value,
          min: 0,
          max: maximumLimit,
          isRequired: true,
          missing: t`Enter a whole number.`,
        },
      }}
      input={(said) => ({ rule, name, ...said })}
      fault={(said) => (said.value === value ? t`This is the limit already. Enter another number.` : null)}
      done={() => t`The limit is proposed. An auditor decides on it.`}
      onClose={onClose}
    >
      {limit.title}
    </CommandDialog>
  );
}

function Changes({ changes }: { changes: readonly LimitChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Section title={t`Changes`}>
      <Table.ScrollContainer minWidth={560}>
        <PlainTable<LimitChange>
          rows={changes}
          columns={{
            title: { header: t`Rule`, value: ({ title, label }) => `${title}: ${label}` },
            before: { header: t`Before`, kind: 'number' },
            value: { header: t`After`, kind: 'number' },
            proposedBy: {
              header: t`Proposed by`,
              value: ({ proposedBy, proposedAt }) => `${proposedBy}, ${formatMoment(proposedAt)}`,
            },
            decidedBy: { header: t`Decision`, render: (change) => <Decision change={change} /> },
          }}
        />
      </Table.ScrollContainer>
    </Section>
  );
}

function Decision({ change }: { change: LimitChange }) {
  const mayDecide = useMay('exceptions:decide');
  const { outcome, decidedBy, decidedAt } = change;
  if (outcome !== null)
    return `${translateLabel(limitOutcomeLabels[outcome])}: ${decidedBy}, ${decidedAt && formatMoment(decidedAt)}`;
  if (!mayDecide) return t`Waits for an auditor`;
  return (
    <Group gap="xs">
      <DecideButton change={change} outcome="confirmed" />
      <DecideButton change={change} outcome="refused" />
    </Group>
  );
}

type Deciding = { change: LimitChange; outcome: NonNullable<LimitChange['outcome']> };

function DecideButton({ change: { id, title, label, before, value }, outcome }: Deciding) {
  const verb = outcome === 'confirmed' ? t`Confirm` : t`Refuse`;
  return (
    <DialogButton
      size="compact-sm"
      variant={outcome === 'confirmed' ? 'filled' : 'default'}
      dialog={(onClose) => (
        <CommandDialog
          title={`${title}: ${label}`}
          confirmLabel={verb}
          call={client.exceptions.decideLimit}
          input={() => ({ id, outcome })}
          done={() => (outcome === 'confirmed' ? t`The limit is changed.` : t`The proposal is refused.`)}
          onClose={onClose}
        >
          {t`From ${formatCount(before)} to ${formatCount(value)}. The next run applies it. This cannot be undone.`}
        </CommandDialog>
      )}
    >
      {verb}
    </DialogButton>
  );
}
