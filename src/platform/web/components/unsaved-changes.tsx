import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { errorSentence } from '#shared/errors.ts';
import { formatCount, formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import type { OtherDraft } from './form-autosave.ts';
import { Notice } from './page.tsx';
import type { Autosave } from './use-autosave.ts';

/** Identifies unsaved values for the person: a number, a name; whichever are filled in. */
export type NameOfDraft<Values> = (
  values: Partial<Values>,
) => readonly (string | number | null | undefined)[];

type UnsavedChangesProps<Values extends object> = {
  kept: Autosave<Values>;
  nameOf: NameOfDraft<Values>;
  /** This tab has typed or restored input. */
  isDirty: boolean;
  onStartOver: () => void;
  /** The pressed button is gone: move the focus to where work continues. */
  onDone: () => void;
};

/** What was restored into this form, and the person's other drafts of it. */
export function UnsavedChanges<Values extends object>(props: UnsavedChangesProps<Values>) {
  const { kept } = props;
  return (
    <>
      {kept.restoredAt && (
        <Alert icon={<IconHistory aria-hidden />} color="blue" variant="light" role="status">
          <Group justify="space-between" gap="xs">
            <Text size="sm">{t`Unsaved changes from ${formatMoment(kept.restoredAt)} restored.`}</Text>
            <Button size="xs" variant="default" onClick={props.onStartOver}>
              {t`Start over`}
            </Button>
          </Group>
        </Alert>
      )}
      {kept.others.length > 0 && <OtherDrafts {...props} />}
    </>
  );
}

function OtherDrafts<Values extends object>({ kept, nameOf, isDirty, onDone }: UnsavedChangesProps<Values>) {
  const title = t`Unsaved changes in other tabs and browsers`;
  const [discarding, setDiscarding] = useState<OtherDraft | null>(null);
  const discard = useMutation({
    mutationFn: kept.discard,
    onSuccess: () => {
      close();
      onDone();
    },
  });

  function nameOne(other: OtherDraft): string {
    const name = nameOf(other.values as Partial<Values>)
      .filter(Boolean)
      .join(', ');
    return name === '' ? formatMoment(other.keptAt) : `${name}, ${formatMoment(other.keptAt)}`;
  }

  function close(): void {
    setDiscarding(null);
    discard.reset();
  }

  return (
    <Alert icon={<IconHistory aria-hidden />} role="region" aria-label={title} color="gray" variant="default">
      {/* Several would push the form below the fold. */}
      <details open={kept.others.length === 1}>
        <Text component="summary" size="sm" fw={600} style={{ cursor: 'pointer' }}>
          {kept.others.length === 1 ? title : `${title} (${formatCount(kept.others.length)})`}
        </Text>
        <Stack component="ul" gap="xs" mt="xs" mb={0} p={0}>
          {kept.others.map((other) => (
            <Group component="li" key={other.id} justify="space-between" gap="xs">
              <Text size="sm">{nameOne(other)}</Text>
              {other.isOpen ? (
                <Text size="sm" c="dimmed">{t`Open in another tab`}</Text>
              ) : (
                <Group gap="xs">
                  <ActionButton
                    size="xs"
                    variant="default"
                    reason={isDirty ? t`Save this form or start over first.` : null}
                    aria-label={t`Open here: ${nameOne(other)}`}
                    onClick={() => {
                      kept.open(other);
                      onDone();
                    }}
                  >
                    {t`Open here`}
                  </ActionButton>
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={t`Discard: ${nameOne(other)}`}
                    onClick={() => setDiscarding(other)}
                  >
                    {t`Discard`}
                  </Button>
                </Group>
              )}
            </Group>
          ))}
        </Stack>
      </details>
      <ConfirmDialog
        isOpen={discarding !== null}
        title={t`Discard unsaved changes?`}
        confirmLabel={t`Discard`}
        tone="danger"
        isPending={discard.isPending}
        error={discard.error}
        onConfirm={() => discarding && discard.mutate(discarding)}
        onCancel={close}
      >
        <Text size="sm">{discarding && nameOne(discarding)}</Text>
        <Text size="sm">{t`This cannot be undone.`}</Text>
      </ConfirmDialog>
    </Alert>
  );
}

/** What autosaving cannot ask by a dialog, which would take the keys of who types on. */
export function SignedOutNotice({ kept }: { kept: Pick<Autosave<never>, 'saveLocation' | 'signInAgain'> }) {
  if (kept.saveLocation !== 'signed_out') return null;
  return (
    <Notice color="red" role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{errorSentence('auth.signed_out', undefined)}</Text>
        <ActionButton size="xs" reason={null} onClick={kept.signInAgain}>
          {t`Sign in again`}
        </ActionButton>
      </Group>
    </Notice>
  );
}

/**
 * Asks before a page with unsaved input is left: by a link, Back, or closing the tab. `isUnsaved` is evaluated at that
 * moment, because saving and leaving happen in one event. What is autosaved (`kept`) stays as a draft.
 */
export function LeaveGuard(props: {
  isUnsaved: () => boolean;
  kept?: Pick<Autosave<never>, 'saveLocation'>;
}) {
  const kept = props.kept?.saveLocation === 'nowhere' ? undefined : props.kept;
  const blocker = useBlocker({
    // Changing only search parameters (a tab, a dialog) does not leave the page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && props.isUnsaved(),
    enableBeforeUnload: props.isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={t`Leave without saving?`}
      confirmLabel={kept ? t`Leave` : t`Leave and discard`}
      cancelLabel={t`Stay`}
      tone="danger"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <Text size="sm">
        {kept === undefined
          ? t`Your changes on this page are not saved. If you leave, they are discarded.`
          : kept.saveLocation === 'here' || kept.saveLocation === 'signed_out'
            ? t`Your input is autosaved in this tab only. It is here again when you open this form in this tab.`
            : t`Your input is autosaved. It is here again when you open this form.`}
      </Text>
    </ConfirmDialog>
  );
}
