import {
  ActionIcon,
  CloseButton,
  CopyButton,
  Group,
  Loader,
  Modal,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconChevronLeft, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { t } from '#shared/words.ts';
import { ErrorNotice } from './action.tsx';
import classes from './details-dialog.module.css';
import type { DetailField } from './list.tsx';

type Step = { onPrevious?: () => void; onNext?: () => void; position?: string };

type RecordDetailsProps = {
  /** Which record it is. */
  subject: string;
  fields: readonly DetailField[];
  isLoading?: boolean;
  failure?: unknown;
  /** Said instead of the fields when there is no such record to show. */
  absence?: string;
  step?: Step;
  actions?: ReactNode;
  children?: ReactNode;
};

type DetailsProps = RecordDetailsProps & { isOpen: boolean; onClose: () => void };

/** All of one record, label by value; the left and right arrows go through its neighbours. */
export function DetailsDialog({ isOpen, onClose, ...record }: DetailsProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const subjectId = useId();
  return (
    <Modal
      opened={isOpen}
      // Escape is heard by every open dialog: the record stays while a question stands over it.
      onClose={() => !isCovered(1) && onClose()}
      size="60rem"
      fullScreen={isPhone}
      title={
        <Text fw={600} component="span">
          {t`Row Details`}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
      aria-describedby={record.subject ? subjectId : undefined}
      onKeyDown={(event) => stepByKey(event, record.step)}
      // Leaves at once: its row is gone from the address already.
      transitionProps={{ duration: 120, exitDuration: 0 }}
    >
      <RecordDetails {...record} subjectId={subjectId} />
    </Modal>
  );
}

/** The same beside its list, which stays in use. */
export function DetailsBeside({ isOpen, onClose, ...record }: DetailsProps) {
  const subjectId = useId();
  if (!isOpen) return null;
  return (
    <aside
      className={classes.beside}
      aria-label={t`Row Details`}
      onKeyDown={(event) => {
        stepByKey(event, record.step);
        if (event.key === 'Escape' && !isCovered(0)) onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{t`Row Details`}</Text>
        <CloseButton aria-label={t`Close`} onClick={onClose} />
      </Group>
      <RecordDetails {...record} subjectId={subjectId} />
    </aside>
  );
}

function RecordDetails({ step, ...props }: RecordDetailsProps & { subjectId: string }) {
  return (
    <Stack gap="md">
      {props.subject && (
        <Text id={props.subjectId} size="lg" fw={600} aria-live="polite">
          {props.subject}
        </Text>
      )}
      {props.isLoading && <Loader size="sm" aria-label={t`Loading`} />}
      {props.failure != null && <ErrorNotice error={props.failure} />}
      {props.absence && <Text>{props.absence}</Text>}
      {props.fields.length > 0 && (
        <dl className={classes.fields}>
          {props.fields.map((field) => (
            <div key={field.label} className={classes.field}>
              <dt>{field.label}</dt>
              <dd>
                {field.value === null || field.value === undefined || field.value === '' ? '-' : field.value}
                {field.copy && <CopyText text={field.copy} label={field.label} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {props.children}
      {(step || props.actions) && (
        <footer className={classes.footer}>
          {step && <Steps {...step} />}
          <Group gap="xs">{props.actions}</Group>
        </footer>
      )}
    </Stack>
  );
}

/** Whether more than the record's own dialogs are open. */
function isCovered(own: number): boolean {
  return document.querySelectorAll('[role="dialog"]').length > own;
}

function Steps({ onPrevious, onNext, position }: Step) {
  return (
    <Group gap={4}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t`Previous row`}
        aria-keyshortcuts="ArrowLeft"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t`Next row`}
        aria-keyshortcuts="ArrowRight"
        disabled={!onNext}
        onClick={onNext}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {position && (
        <Text size="sm" c="dimmed" ml={6}>
          {position}
        </Text>
      )}
    </Group>
  );
}

function CopyText(props: { text: string; label: string }) {
  return (
    <CopyButton value={props.text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t`Copied` : t`Copy`}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            size={26}
            onClick={copy}
            aria-label={copied ? t`${props.label} copied` : t`Copy ${props.label}`}
          >
            {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

function stepByKey(event: KeyboardEvent<HTMLElement>, step: Step | undefined): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if ((event.target as HTMLElement).closest('input, textarea, select, [role="combobox"]')) return;
  const move = { ArrowLeft: step?.onPrevious, ArrowRight: step?.onNext }[event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
