import { ActionIcon, Button, CopyButton, Group, Popover, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconCheck, IconLink, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type FormEvent, memo, useState } from 'react';
import { client } from '#platform/web/api/client.ts';
import { updateSession, useSession } from '#platform/web/api/session.ts';
import { useLanguage } from '#platform/web/languages/language.ts';
import { stringifySearch } from '#platform/web/search-params.ts';
import { longestViewName, type SavedView } from '#shared/saved-view.ts';
import { t } from '#shared/words.ts';
import { readError } from '../read-error.ts';
import { ErrorNotice, useCommand } from '../use-command.tsx';
import type { ListViewControl } from './column-panel.tsx';
import classes from './views-menu.module.css';

/** Saved views of the list of this name: each is a URL of its page, which can be shared. */
export const ViewsMenu = memo(ViewsMenuView);

function ViewsMenuView({ list, control }: { list: string; control: ListViewControl }) {
  useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { savedViews } = useSession();
  const { address } = usePlace(control);
  const current = savedViews.find((view) => view.list === list && view.address === address);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      width="min(24rem, calc(100vw - 2rem))"
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
          title={current?.name}
        >
          {t`Views`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Views`}>
        <Views list={list} control={control} current={current} onClose={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The page and its URL parameters for the list as shown now: the content of a view or a link. */
function usePlace(control: ListViewControl): { pathname: string; address: string } {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const shown = Object.entries({ ...search, columns: control.written }).filter(
    ([name]) => !/^(.+-)?open$/.test(name),
  );
  shown.sort(([one], [other]) => (one < other ? -1 : 1));
  return { pathname, address: stringifySearch(Object.fromEntries(shown)).slice(1) };
}

function Views(props: {
  list: string;
  control: ListViewControl;
  current: SavedView | undefined;
  onClose: () => void;
}) {
  const { list, current } = props;
  const { savedViews } = useSession();
  const navigate = useNavigate();
  const { pathname, address } = usePlace(props.control);
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const [restored, setRestored] = useState<string | null>(null);
  const options = { onSuccess: updateSession, inTurn: true };
  const add = useCommand(client.auth.addView, options);
  const rename = useCommand(client.auth.editView, options);
  const update = useCommand(client.auth.editView, options);
  const remove = useCommand(client.auth.deleteView, options);
  const views = savedViews.filter((view) => view.list === list);
  const done = (message: string) => {
    props.onClose();
    notifications.show({ message, color: 'green' });
    return true;
  };

  return (
    <>
      {views.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`Save search, filters, order and columns of this list under a name, to open them again with one click.`}
        </Text>
      )}
      <ul className={classes.views}>
        {views.map((view) => (
          <SavedRow
            key={view.id}
            view={view}
            isCurrent={view === current}
            error={rename.error}
            isFocused={view.name === restored}
            onOpen={() => {
              props.onClose();
              void navigate({ href: view.address === '' ? pathname : `${pathname}?${view.address}` });
            }}
            onRename={async (name) => (await rename.attempt({ ...view, name })) !== undefined}
            onUpdate={async () => {
              if (await update.attempt({ ...view, address }))
                done(t`${view.name} shows what this list shows now.`);
            }}
            onDelete={async () => {
              if (await remove.attempt({ id: view.id })) setDeleted(view);
            }}
          />
        ))}
      </ul>
      {deleted && (
        <Group gap="xs" justify="space-between" role="status">
          <Text size="sm">{t`${deleted.name} is deleted.`}</Text>
          <Button
            variant="subtle"
            size="xs"
            autoFocus
            onClick={async () => {
              const { id: _, ...view } = deleted;
              if (!(await add.attempt(view))) return;
              setRestored(view.name);
              setDeleted(null);
            }}
          >
            {t`Undo`}
          </Button>
        </Group>
      )}
      <FailureNote error={update.error ?? remove.error} />
      <NameForm
        label={t`Name of the view`}
        button={t`Save view`}
        error={add.error}
        onName={async (name) =>
          (await add.attempt({ list, name, address })) !== undefined && done(t`${name} is saved.`)
        }
      />
      <CopyButton
        value={new URL(address === '' ? pathname : `${pathname}?${address}`, window.location.href).href}
      >
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="xs"
            mt="xs"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconLink size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? t`Link copied` : t`Copy link to this view`}
          </Button>
        )}
      </CopyButton>
    </>
  );
}

/** The server's message about the name or the URL; undefined for other errors. */
function faultOf(error: unknown): string | undefined {
  return error == null ? undefined : readError(error).issues[0]?.message;
}

function FailureNote({ error }: { error: unknown }) {
  if (error == null) return null;
  const fault = faultOf(error);
  if (fault === undefined) return <ErrorNotice error={error} />;
  return (
    <Text size="sm" c="red" role="alert">
      {fault}
    </Text>
  );
}

function SavedRow(props: {
  view: SavedView;
  isCurrent: boolean;
  /** Why renaming failed. */
  error: unknown;
  isFocused: boolean;
  onOpen: () => void;
  onRename: (name: string) => Promise<boolean>;
  onUpdate: () => Promise<void>;
  onDelete: () => Promise<void>;
}) {
  const { name } = props.view;
  // Undefined until it was renamed.
  const [isNaming, setIsNaming] = useState<boolean>();
  if (isNaming)
    return (
      <li>
        <NameForm
          label={t`New name of ${name}`}
          button={t`Rename`}
          name={name}
          error={props.error}
          onName={async (next) => {
            const isSaved = await props.onRename(next);
            if (isSaved) setIsNaming(false);
            return isSaved;
          }}
        />
      </li>
    );
  const look = { variant: 'subtle', color: 'gray' } as const;
  return (
    <li>
      <Button
        {...look}
        size="xs"
        justify="start"
        className={classes.open}
        aria-current={props.isCurrent || undefined}
        fw={props.isCurrent ? 700 : 400}
        title={name}
        // The form that had the focus is gone.
        autoFocus={isNaming === false || props.isFocused}
        onClick={props.onOpen}
      >
        {name}
      </Button>
      {!props.isCurrent && (
        <ActionIcon
          {...look}
          aria-label={t`Save what is shown now as ${name}`}
          title={t`Save what is shown now`}
          onClick={() => void props.onUpdate()}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      )}
      <ActionIcon
        {...look}
        aria-label={t`Rename ${name}`}
        title={t`Rename`}
        onClick={() => setIsNaming(true)}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        {...look}
        aria-label={t`Delete ${name}`}
        title={t`Delete`}
        onClick={() => void props.onDelete()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}

/** A fault of the name is shown below it. */
function NameForm(props: {
  label: string;
  button: string;
  name?: string;
  error: unknown;
  /** Resolves with whether it was saved. */
  onName: (name: string) => Promise<boolean>;
}) {
  const [name, setName] = useState(props.name ?? '');
  const [isMissing, setIsMissing] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // Keep it from submitting the page's form.
    event.stopPropagation();
    setIsMissing(name.trim() === '');
    if (name.trim() !== '' && (await props.onName(name.trim()))) setName('');
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Group gap="xs" align="start" wrap="nowrap" mt="xs">
        <TextInput
          size="xs"
          flex={1}
          aria-label={props.label}
          placeholder={props.label}
          maxLength={longestViewName}
          value={name}
          error={isMissing ? t`Enter a name for the view.` : faultOf(props.error)}
          autoFocus={props.name !== undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {props.button}
        </Button>
      </Group>
      {faultOf(props.error) === undefined && <FailureNote error={props.error} />}
    </form>
  );
}
