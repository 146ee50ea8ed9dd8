import { ActionIcon, Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { client } from '#platform/web/api/client.ts';
import { updateSession, useSession } from '#platform/web/api/session.ts';
import { stringifySearch } from '#platform/web/search-params.ts';
import { maximumViewNameLength, type SavedView } from '#shared/saved-view.ts';
import { t } from '#shared/words.ts';
import { readError } from '../read-error.ts';
import { type CommandCall, ErrorNotice, useCommand } from '../use-command.tsx';

/** Saved views of the list with a layout of this name: each is a URL of its page, which can be shared. */
export function ViewsPanel(props: { list: string; columns: string | undefined; onClose: () => void }) {
  const { list, columns, onClose } = props;
  const { savedViews } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const address = addressOf({ ...search, columns });
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const options = { onSuccess: updateSession, isSerial: true };
  const save = useCommand(saveView, options);
  const remove = useCommand(client.auth.deleteView, options);
  const views = savedViews.filter((view) => view.list === list);
  const hrefOf = (parameters: string) => (parameters === '' ? pathname : `${pathname}?${parameters}`);
  const fault = save.error == null ? undefined : readError(save.error).issues[0]?.message;
  const error = (fault === undefined ? save.error : null) ?? remove.error;

  function edit(view: SavedView | null): void {
    setRenamed(view);
    setName(view?.name ?? '');
    save.reset();
    input.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // Keep it from submitting the page's form.
    event.stopPropagation();
    const replaced = views.find((view) => view.name === name.trim());
    if (!(await save.attempt(renamed ? { ...renamed, name } : { id: replaced?.id, list, name, address })))
      return;
    edit(null);
    if (renamed) return;
    onClose();
    const message = replaced ? t`${name} shows what this list shows now.` : t`${name} is saved.`;
    notifications.show({ message, color: 'green' });
  }

  return (
    <>
      {views.length === 0 && (
        <Text size="sm" c="dimmed">
          {t`Save search, filters, order and columns of this list under a name, to open them again with one click.`}
        </Text>
      )}
      {views.map((view) => (
        <Group key={view.id} gap={2} wrap="nowrap">
          <Button
            {...subtle}
            size="xs"
            flex={1}
            miw={0}
            justify="start"
            aria-current={view.address === address || undefined}
            fw={view.address === address ? 700 : 400}
            title={view.name}
            onClick={() => {
              onClose();
              void navigate({ href: hrefOf(view.address) });
            }}
          >
            {view.name}
          </Button>
          <ActionIcon {...subtle} aria-label={t`Rename ${view.name}`} onClick={() => edit(view)}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            {...subtle}
            aria-label={t`Delete ${view.name}`}
            onClick={async () => {
              if (await remove.attempt({ id: view.id })) edit(null);
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {error != null && <ErrorNotice error={error} />}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Group gap="xs" align="start" wrap="nowrap" mt="xs">
          <TextInput
            ref={input}
            size="xs"
            flex={1}
            aria-label={renamed ? t`New name of ${renamed.name}` : t`Name of the view`}
            placeholder={t`Name of the view`}
            maxLength={maximumViewNameLength}
            value={name}
            error={fault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default">
            {renamed ? t`Rename` : t`Save view`}
          </Button>
        </Group>
      </form>
      <CopyButton value={new URL(hrefOf(address), window.location.href).href}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="xs"
            mt="xs"
            leftSection={<IconLink size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? t`Link copied` : t`Copy link to this view`}
          </Button>
        )}
      </CopyButton>
    </>
  );
}

const subtle = { variant: 'subtle', color: 'gray' } as const;

/** With the id of an existing view, replaces it. */
const saveView: CommandCall<Omit<SavedView, 'id'> & { id?: string }, { savedViews: SavedView[] }> = (
  { id, ...view },
  request,
) => (id === undefined ? client.auth.addView(view, request) : client.auth.editView({ id, ...view }, request));

/** The parameters of a view or a link: without the open record, and in an order that can be compared. */
function addressOf(parameters: Record<string, unknown>): string {
  const shown = Object.entries(parameters).filter(([name]) => !/^(.+-)?open$/.test(name));
  shown.sort(([one], [other]) => (one < other ? -1 : 1));
  return stringifySearch(Object.fromEntries(shown)).slice(1);
}
