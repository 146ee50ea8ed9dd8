import { Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { formatCount, formatMoment } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type Limit, type LimitChange, limitOutcomeLabels } from '../contract.ts';

type Shown = Limit & { changes: LimitChange[] };

const columns: PlainColumns<Shown> = {
  title: { header: t`Rule` },
  label: { header: t`Limit` },
  value: { header: t`Value`, kind: 'number' },
  changes: {
    header: t`Changes`,
    render: ({ changes }) => changes.map((change) => <div key={change.id}>{inWords(change)}</div>),
  },
  actions: { header: t`Actions`, render: (limit) => <LimitButton limit={limit} /> },
};

/** /admin/settings/exception-limits, where an admin proposes, and /auditor/…, where an auditor decides. */
export function ExceptionLimitsPage() {
  const query = useQuery(api.exceptions.listLimits.queryOptions());
  return (
    <Stack gap="lg">
      <PageHeader
        title={t`Limits of exceptions`}
        description={t`From where on the portal shows an exception to the auditors. An admin proposes another limit, and an auditor decides on it.`}
      />
      <Loaded query={query}>
        {({ limits, changes }) => (
          <Table.ScrollContainer minWidth={640}>
            <PlainTable
              columns={columns}
              rows={limits.map((limit) => ({
                ...limit,
                changes: changes.filter(({ rule, name }) => rule === limit.rule && name === limit.name),
              }))}
              rowId={({ rule, name }) => `${rule} ${name}`}
            />
          </Table.ScrollContainer>
        )}
      </Loaded>
    </Stack>
  );
}

function inWords({ before, value, proposedBy, proposedAt, decidedBy, decidedAt, outcome }: LimitChange) {
  const proposed = t`From ${formatCount(before)} to ${formatCount(value)}: proposed by ${proposedBy}, ${formatMoment(proposedAt)}`;
  if (outcome === null) return proposed;
  return `${proposed} · ${translateLabel(limitOutcomeLabels[outcome])}: ${decidedBy}, ${formatMoment(decidedAt!)}`;
}

function LimitButton({ limit }: { limit: Shown }) {
  const mayPropose = useMay('exceptions:propose');
  const change = limit.changes.find(({ outcome }) => outcome === null);
  if (!mayPropose && !change) return null;
  const verb = mayPropose ? t`Propose` : t`Decide`;
  return (
    <DialogButton
      size="compact-sm"
      variant="default"
      aria-label={`${verb}: ${limit.title}, ${limit.label}`}
      reason={mayPropose && change ? t`An auditor decides on the last proposal first.` : null}
      dialog={(onClose) =>
        change ? (
          <DecideDialog limit={limit} change={change} onClose={onClose} />
        ) : (
          <ProposeDialog limit={limit} onClose={onClose} />
        )
      }
    >
      {verb}
    </DialogButton>
  );
}

type LimitDialogProps = { limit: Limit; onClose: () => void };

function ProposeDialog({ limit, onClose }: LimitDialogProps) {
  const { rule, name, title, label, value: initial } = limit;
  const missing = t`Enter a whole number.`;
  return (
    <CommandDialog
      title={t`Propose another limit`}
      confirmLabel={t`Propose`}
      call={client.exceptions.proposeLimit}
      fields={{ value: { kind: 'number', label, initial, min: 0, missing } }}
      input={({ value }) => ({ rule, name, value })}
      fault={({ value }) => (value === initial ? t`This is the limit already. Enter another number.` : null)}
      done={() => t`The limit is proposed. An auditor decides on it.`}
      onClose={onClose}
    >
      {title}
    </CommandDialog>
  );
}

function DecideDialog({ limit, change, onClose }: LimitDialogProps & { change: LimitChange }) {
  const options = optionsOf(limitOutcomeLabels);
  const missing = t`Choose a decision.`;
  return (
    <CommandDialog
      title={`${limit.title}: ${limit.label}`}
      confirmLabel={t`Decide`}
      call={client.exceptions.decideLimit}
      fields={{
        outcome: { kind: 'choice', label: t`Decision`, options, initial: null, isRadio: true, missing },
      }}
      input={({ outcome }) => ({ id: change.id, outcome })}
      done={() => t`The proposal is decided.`}
      onClose={onClose}
    >
      {inWords(change)}. {t`The next run applies it. This cannot be undone.`}
    </CommandDialog>
  );
}
