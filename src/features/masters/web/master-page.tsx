import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { eventInWords } from '#features/audit/columns.ts';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { CommandDialog, DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import { DeclaredFacts } from '#platform/web/components/declared-facts.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import {
  type Cells,
  listSource,
  type RowAction,
  type ToolbarAction,
  viewAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { Loaded, PageHeader, Section } from '#platform/web/components/page.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { FileLink, Moment } from '#platform/web/components/values.tsx';
import { type FieldValue, textOf } from '#shared/declared-field.ts';
import { errorSentence, whyNot } from '#shared/errors.ts';
import { FileReference } from '#shared/fields.ts';
import { formatRupees } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { HistoryEvent } from '../contract.ts';
import { type MasterRow, nameOfEntry } from '../declared/master.ts';
import { eachMaster, masters } from '../declared/masters.ts';
import { type MasterName, recordTypeOf } from '../declared/named-masters.ts';
import { entryPath } from '../master-paths.ts';
import { entryCan } from '../rules.ts';
import { Differences } from './differences.tsx';
import { useFourEyes, WaitingNotice } from './four-eyes.tsx';
import classes from './master-page.module.css';

const lists = eachMaster(({ name, layout }) =>
  listSource<MasterRow, string>({
    layout,
    page: api[name].listEntries,
    count: api[name].countEntries,
    row: api[name].getEntry,
    addedBy: [`${name}.added`],
    recountedAfter: [`${name}.imported`],
  }),
);

/** `reason` is why this person may not edit any entry. */
function rowActionsOf(name: MasterName, role: Role, reason: string | null): RowAction<MasterRow>[] {
  const { fields, key } = masters[name];
  const isFor = () => mayUse(role, `${name}:edit`);
  return [
    {
      label: t`Edit`,
      icon: 'edit',
      isFor,
      // If the entry has no fields but its key, nothing of it can be edited while in use.
      disabledReason: ({ isUsed }) =>
        isUsed && Object.keys(fields).length === key.length
          ? errorSentence('masters.key_in_use', undefined)
          : reason,
      to: (row) => entryPath(name, role, row.id),
    },
    viewAction,
    {
      label: t`Delete`,
      icon: 'delete',
      isFor,
      disabledReason: (row) => reason ?? whyNot(entryCan.delete(row)),
      dialog: (row, onClose) => <DeleteEntry name={name} row={row} onClose={onClose} />,
    },
  ];
}

function DeleteEntry({ name, row, onClose }: { name: MasterName; row: MasterRow; onClose: () => void }) {
  const isProposed = useFourEyes(name);
  const { one } = masters[name];
  const { id, version } = row;
  const label = labelOf(name, row);
  if (isProposed)
    return (
      <CommandDialog
        title={t`Propose to delete ${label}?`}
        confirmLabel={t`Propose`}
        call={client[name].deleteEntry}
        input={() => ({ id, version })}
        done={() => t`${label}: deletion proposed. Another administrator has to confirm it.`}
        onClose={onClose}
      >
        {t`No record uses it. It is deleted once a second person confirms this.`}
      </CommandDialog>
    );
  return (
    <DeleteDialog
      record={{ id, version, name: label }}
      call={client[name].deleteEntry}
      confirmLabel={t`Delete ${one}`}
      onClose={onClose}
    >
      {t`No record uses it. The audit log keeps what it was.`}
    </DeleteDialog>
  );
}

/** The audit log also has the changes of deleted entries. */
function changesOf(name: MasterName): ToolbarAction {
  return {
    label: t`All changes`,
    icon: IconHistory,
    to: `${paths.auditor.auditLog}?recordType=${recordTypeOf(name)}`,
  };
}

function toolbarActionsOf(name: MasterName, role: Role, reason: string | null): ToolbarAction[] {
  const { one } = masters[name];
  const upload = { label: t`Bulk Upload`, icon: IconUpload, to: paths.admin.bulkUpload(name), reason };
  const add = { label: t`Add ${one}`, icon: IconPlus, isPrimary: true, to: entryPath(name, role), reason };
  const mayEdit = mayUse(role, `${name}:edit`);
  return [
    ...(name === 'university' && mayEdit ? [{ label: t`Set-up`, to: paths.admin.checklist }] : []),
    ...(mayUse(role, 'audit:read') ? [changesOf(name)] : []),
    ...(mayEdit && mayUse(role, 'imports:run') ? [upload] : []),
    ...(mayEdit ? [add] : []),
  ];
}

/** As shown in details and history; a picture instead of its file name. */
const cells = eachMaster(({ name, key, fields }): Cells<MasterRow> => {
  // An empty condition of a fee holds for any.
  const blank = (field: string) => (name === 'fee_schedule' && key.includes(field) ? t`any` : '-');
  const written = Object.entries(fields).filter(([, { kind }]) =>
    name === 'fee_schedule' ? kind !== 'day' : ['file', 'rupees', 'scripts'].includes(kind),
  );
  return Object.fromEntries(
    written.map(([name, field]) => [
      name,
      (row: MasterRow) => {
        const file = FileReference.safeParse(row[name]).data;
        return file ? (
          <FileLink file={file} />
        ) : (
          textOf(field, (row[name] ?? '') as FieldValue) || blank(name)
        );
      },
    ]),
  );
});

type Own = {
  /** Actions of this master only; declared outside of the component. */
  ownActions?: readonly RowAction<MasterRow>[];
  description?: string;
  emptyHelp?: string;
};

const none: readonly RowAction<MasterRow>[] = [];

/** Of one or a few entries, which are shown in full instead of in a list. */
const small: readonly MasterName[] = ['university', 'certificate_types', 'number_series'];

export function MasterPage(props: { name: MasterName } & Own) {
  return small.includes(props.name) ? <EntriesPage name={props.name} /> : <EntryList {...props} />;
}

/** The list of a master: /admin/settings/courses. */
function EntryList({ name, ownActions = none, ...own }: { name: MasterName } & Own) {
  const { role, code } = useSession();
  const { title, many } = masters[name];
  const mayEdit = mayUse(role, `${name}:edit`);
  const refused = whyNot(entryCan.edit(masters[name], { isOfOneCollege: code !== 'ALL' }));
  const rowActions = useMemo(
    () => [...rowActionsOf(name, role, refused), ...ownActions],
    [name, role, refused, ownActions],
  );
  return (
    <ListScreen
      title={title}
      searchPlaceholder={t`Search ${many}...`}
      emptyMessage={t`No ${many} found`}
      emptyHelp={
        mayEdit
          ? t`Add an entry, or import a pack with all of them.`
          : t`An admin adds the entries of this list.`
      }
      list={lists[name]}
      rowLabel={(row) => labelOf(name, row)}
      cells={cells[name]}
      detailsExtra={(row) => <EntryHistory name={name} id={row.id} />}
      rowActions={rowActions}
      toolbarActions={toolbarActionsOf(name, role, refused)}
      {...own}
    >
      <WaitingNotice name={name} />
      {name === 'fee_schedule' && <CollegeFees />}
    </ListScreen>
  );
}

/** The application fee of a college is one of its own facts. */
function CollegeFees() {
  const { role } = useSession();
  const sorted = (sort: 'convocationFee' | '-convocationFee') =>
    api.colleges.listColleges.queryOptions({ input: { sort, limit: 1 } });
  const least = useQuery(sorted('convocationFee')).data?.rows[0]?.convocationFee;
  const most = useQuery(sorted('-convocationFee')).data?.rows[0]?.convocationFee;
  const link = useLinkProps(paths.admin.collegeManagement);
  if (least === undefined || most === undefined) return null;
  const amount = least === most ? formatRupees(least) : `${formatRupees(least)} – ${formatRupees(most)}`;
  return (
    <Text size="sm">
      {t`Application fee, set for each college: ${amount}`}{' '}
      {role === 'admin' && <Anchor underline="always" {...link}>{t`College management`}</Anchor>}
    </Text>
  );
}

/** /admin/settings/university: all entries with all that is known of them. */
function EntriesPage({ name }: { name: MasterName }) {
  const { role } = useSession();
  const { title, isSingle } = masters[name];
  const entries = useQuery(api[name].listEntries.queryOptions({ input: {} }));
  const isFull = isSingle && entries.data?.rows.length !== 0;
  const actions = toolbarActionsOf(name, role, null)
    .filter(({ icon, isPrimary }) => icon !== IconUpload && !(isPrimary && isFull))
    .map((action) => <ToolbarButton key={action.label} {...action} />);
  return (
    <Stack component="section" gap="sm">
      <PageHeader title={title} actions={actions} />
      <WaitingNotice name={name} />
      <Loaded query={entries}>
        {({ rows }) => rows.map((row) => <Entry key={row.id} name={name} row={row} />)}
      </Loaded>
    </Stack>
  );
}

function Entry({ name, row }: { name: MasterName; row: MasterRow }) {
  const mayEdit = mayUse(useSession().role, `${name}:edit`);
  const one = labelOf(name, row);
  return (
    <Paper withBorder p="sm">
      <DeclaredFacts order={2} title={one} fields={masters[name].fields} values={row as never} />
      {mayEdit && (
        <Group gap="xs" my="xs">
          <ToolbarButton label={t`Edit ${one}`} icon={IconPencil} to={entryPath(name, 'admin', row.id)} />
          {!row.isUsed && (
            <ToolbarButton
              label={t`Delete ${one}`}
              icon={IconTrash}
              dialog={(onClose) => <DeleteEntry name={name} row={row} onClose={onClose} />}
            />
          )}
        </Group>
      )}
      <details>
        <summary>{t`History`}</summary>
        <EntryHistory name={name} id={row.id} />
      </details>
    </Paper>
  );
}

function labelOf(name: MasterName, row: MasterRow): string {
  return nameOfEntry(masters[name], row);
}

/** Who changed an entry, when, and from what to what. */
function EntryHistory({ name, id }: { name: MasterName; id: string }) {
  const history = useQuery(api[name].getHistory.queryOptions({ input: { id } }));
  if (history.error) return <ErrorNotice error={history.error} />;
  if (!history.data) return <Loading size="sm" />;
  return (
    <Section title={t`History`} order={3}>
      <Events name={name} events={history.data.events} />
    </Section>
  );
}

function Events({ name, events }: { name: MasterName; events: readonly HistoryEvent[] }) {
  if (events.length === 0) return <Text size="sm" c="dimmed">{t`Nothing is recorded.`}</Text>;
  return (
    <ol className={`plain-list ${classes.events}`}>
      {events.map((event) => (
        <li key={event.sequence}>
          <Text size="sm">
            <Moment value={event.at} />
            {` · ${event.actorName} · ${eventInWords(event)}`}
          </Text>
          <Differences fields={masters[name].fields} {...event} />
        </li>
      ))}
    </ol>
  );
}
