import { Alert, Anchor, Box, Button, Kbd, Text } from '@mantine/core';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { MergeNotice, useComparison } from './comparison.tsx';
import { ConfirmDialog } from './dialog.tsx';
import type { SaveLocation } from './form-autosave.ts';
import classes from './form-page.module.css';
import { PageHeader } from './page.tsx';
import { applyIssues, readError } from './read-error.ts';
import type { EditedRecord } from './record-form.tsx';
import { ariaKeys, useScreenKeys } from './screen-registry.ts';
import { LeaveGuard, type NameOfDraft, SignedOutNotice, UnsavedChanges } from './unsaved-changes.tsx';
import { useAutosave } from './use-autosave.ts';
import { ErrorNotice } from './use-command.tsx';

type FormPageProps<Values extends object, Sent, Saved> = {
  title: string;
  description?: ReactNode;
  /** A controlled form with `schemaResolver` of the contract's schema. */
  form: UseFormReturnType<Values, (values: Values) => Sent> | UseFormReturnType<Values>;
  /** Key of the autosaved input; one for each screen and record. */
  draftKey: string;
  /** Distinguishes the drafts of several tabs for the person. */
  draftName: NameOfDraft<Values>;
  /** Fields that are never autosaved, such as passwords. */
  secrets?: readonly (keyof Values & string)[];
  /** From `useEditedRecord`, when the form edits a record: a colleague's newer version is merged field by field. */
  editing?: EditedRecord<Values>;
  submitLabel: string;
  /** The submitted change waits for a second administrator. */
  isProposed?: boolean;
  /** Why it cannot be submitted just now, or null. Not for invalid fields: submitting shows their errors. */
  reason?: string | null;
  save: (values: Sent) => Promise<Saved>;
  /** Confirmation for a save that cannot be undone; asked once the fields are valid. */
  question?: { title: string; body: (values: Sent) => ReactNode };
  onSaved: (saved: Saved) => void;
  /** An alternative to continue after the same save, such as with the next record; Ctrl+Shift+Enter. */
  alternative?: { label: string; onSaved: (saved: Saved) => void };
  onCancel: () => void;
  children: ReactNode;
};

/** A constant, so that it causes no re-render. */
const nothing: readonly string[] = [];

const saveLocationWords: Record<SaveLocation, string> = {
  server: t`Autosaved`,
  here: t`Saved on this device`,
  signed_out: t`Saved on this device`,
  nowhere: t`Not saved`,
};

const formKeys = { submit: 'Ctrl Enter', alternative: 'Ctrl Shift Enter' };

/**
 * A form as a page: errors are shown at their fields, the first of which gets the focus; typed input survives whatever
 * happens to the page, and leaving with unsaved input asks.
 */
export function FormPage<Values extends object, Sent, Saved>(props: FormPageProps<Values, Sent, Saved>) {
  const form = props.form as UseFormReturnType<Values>;
  const element = useRef<HTMLFormElement>(null);
  const isSaving = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const [elsewhere, setElsewhere] = useState(nothing);
  const [attempt, setAttempt] = useState(0);
  const isSaved = useRef(false);
  const [pendingSave, setPendingSave] = useState<{ values: Sent; onSaved: (saved: Saved) => void } | null>(
    null,
  );
  const { editing } = props;
  const { alternative } = props;
  const submitLabel = props.isProposed ? t`Propose` : props.submitLabel;
  useScreenKeys([
    { keys: [formKeys.submit], what: submitLabel },
    ...(alternative ? [{ keys: [formKeys.alternative], what: alternative.label }] : []),
  ]);
  const kept = useAutosave<Values>(form, props.draftKey, {
    secrets: props.secrets,
    opened: editing?.opened,
  });
  const { comparison, ...merging } = useComparison<Values>(form, editing, kept.restoredOpened);

  const isCompared = comparison !== null;

  useEffect(() => {
    if (isCompared) element.current?.querySelector<HTMLElement>('[data-comparison]')?.focus();
  }, [isCompared]);

  // After a refused attempt: the fields are marked invalid only now, so the first can be focused.
  useEffect(() => {
    if (attempt > 0) firstInvalidField(element.current)?.focus();
  }, [attempt]);

  // On the window, because a camera or a closed dialog may have left the focus on the body.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    if (event.repeat) return;
    // As a click, because the button knows whether it is enabled.
    const button = event.shiftKey ? '[data-alternative]' : '[type="submit"]';
    element.current?.querySelector<HTMLElement>(button)?.click();
  });

  async function send(values: Sent, onSaved: (saved: Saved) => void): Promise<void> {
    if (isSaving.current) return;
    isSaving.current = true;
    setIsPending(true);
    setRefused(null);
    setElsewhere(nothing);
    try {
      const saved = await props.save(values);
      isSaved.current = true;
      kept.finish();
      onSaved(saved);
    } catch (error) {
      await refuse(error);
    } finally {
      isSaving.current = false;
      setIsPending(false);
    }
  }

  async function refuse(error: unknown): Promise<void> {
    try {
      if (await merging.resolveStale(error)) return;
      const read = readError(error);
      if (read.issues.length > 0) {
        setElsewhere(applyIssues(form, read.issues));
        setAttempt((count) => count + 1);
      } else {
        setRefused(error);
      }
    } catch (unread) {
      // The newest version could not be loaded: show that error; saving again retries.
      setRefused(unread);
    }
  }

  function submit(event?: FormEvent<HTMLFormElement>, onSaved = props.onSaved): void {
    setRefused(null);
    setElsewhere(nothing);
    const check = form.onSubmit(
      (valid) => {
        // Values transformed by the form's schema.
        const values = valid as unknown as Sent;
        if (props.question) setPendingSave({ values, onSaved });
        else void send(values, onSaved);
      },
      () => setAttempt((count) => count + 1),
    );
    // Re-render the form while the request is running, not before it is sent.
    startTransition(() => check(event));
  }

  const reason = props.reason ?? merging.reason;

  return (
    <form ref={element} className={classes.page} noValidate onSubmit={submit}>
      <PageHeader title={props.title} description={props.description} />
      <UnsavedChanges
        kept={kept}
        nameOf={props.draftName}
        isDirty={form.isDirty()}
        onStartOver={() => {
          form.reset();
          kept.forget();
          merging.forget();
        }}
        onDone={() => element.current?.querySelector<HTMLElement>('input[data-path]')?.focus()}
      />
      {comparison && editing && (
        <MergeNotice comparison={comparison} editing={editing} onChoose={merging.choose} />
      )}
      {attempt > 0 && <ErrorSummary errors={form.errors} elsewhere={elsewhere} form={element.current} />}
      {props.children}
      <div className={`unprinted ${classes.bar}`}>
        {refused != null && (
          <Box flex="1 0 100%">
            <ErrorNotice error={refused} />
          </Box>
        )}
        {kept.saveLocation === 'signed_out' && (
          <Box flex="1 0 100%">
            <SignedOutNotice kept={kept} />
          </Box>
        )}
        <Text size="xs" c="dimmed" mr="auto" visibleFrom="sm">
          <Kbd size="xs">{t`Ctrl`}</Kbd> + <Kbd size="xs">{t`Enter`}</Kbd>{' '}
          {translateLabel(submitLabel).toLowerCase()}
          {alternative && (
            <>
              {' · '}
              <Kbd size="xs">{t`Ctrl`}</Kbd> + <Kbd size="xs">{t`Shift`}</Kbd> +{' '}
              <Kbd size="xs">{t`Enter`}</Kbd> {translateLabel(alternative.label).toLowerCase()}
            </>
          )}
        </Text>
        {kept.saveLocation && (
          <Text size="xs" c={kept.saveLocation === 'nowhere' ? 'red' : 'dimmed'}>
            {translateLabel(saveLocationWords[kept.saveLocation])}
          </Text>
        )}
        {props.isProposed && <Text size="xs">{t`Another administrator has to confirm it.`}</Text>}
        <Button variant="default" onClick={props.onCancel}>
          {t`Cancel`}
        </Button>
        {alternative && (
          <ActionButton
            variant="default"
            reason={reason}
            onClick={() => submit(undefined, alternative.onSaved)}
            aria-keyshortcuts={ariaKeys(formKeys.alternative)}
            data-alternative
          >
            {alternative.label}
          </ActionButton>
        )}
        <ActionButton
          type="submit"
          reason={reason}
          isPending={isPending}
          aria-keyshortcuts={ariaKeys(formKeys.submit)}
        >
          {submitLabel}
        </ActionButton>
      </div>
      <LeaveGuard isUnsaved={() => form.isDirty() && !isSaved.current} kept={kept} />
      {props.question && (
        <ConfirmDialog
          isOpen={pendingSave !== null}
          title={props.question.title}
          confirmLabel={submitLabel}
          reason={null}
          onConfirm={() => {
            setPendingSave(null);
            if (pendingSave) void send(pendingSave.values, pendingSave.onSaved);
          }}
          onCancel={() => setPendingSave(null)}
        >
          {pendingSave && props.question.body(pendingSave.values)}
        </ConfirmDialog>
      )}
    </form>
  );
}

/** All errors, announced once; each links to its field. */
function ErrorSummary(props: {
  errors: FormErrors;
  elsewhere: readonly string[];
  form: HTMLFormElement | null;
}) {
  const onFields = Object.entries(props.errors).filter(([, sentence]) => Boolean(sentence));
  const count = onFields.length + props.elsewhere.length;
  if (count === 0) return null;
  return (
    <Alert
      className={classes.summary}
      tabIndex={-1}
      data-summary
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={count === 1 ? t`1 field needs attention` : t`${count} fields need attention`}
    >
      <ul>
        {onFields.map(([path, sentence]) => (
          <li key={path}>
            <Anchor
              c="inherit"
              underline="always"
              component="button"
              type="button"
              size="sm"
              onClick={() => fieldAt(props.form, path)?.focus()}
            >
              {sentence}
            </Anchor>
          </li>
        ))}
        {props.elsewhere.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** The first invalid field; the summary itself if no field is invalid. */
function firstInvalidField(form: HTMLFormElement | null): HTMLElement | null {
  return (
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLElement>('[data-summary]') ??
    null
  );
}

function fieldAt(form: HTMLFormElement | null, path: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? null;
}
