import {
  Alert,
  type AlertProps,
  Box,
  Group,
  SegmentedControl,
  Stack,
  type StackProps,
  Text,
  Title,
  type TitleProps,
} from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '#shared/words.ts';
import { CopyNumber } from './copy-number.tsx';
import { Loading } from './loading.tsx';
import classes from './page.module.css';
import { useChangeAddress } from './page-address.ts';
import { useActionContainer } from './screen-registry.ts';
import { ErrorNotice } from './use-command.tsx';

/**
 * Title, one sentence and the page's actions. The heading gets the focus if the focused element was removed with the
 * previous page; a newly opened page starts at its top.
 */
export function PageHeader(props: {
  title: string;
  /** The number in the title, which can be copied. */
  number?: string;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  useActionContainer(actions);
  useEffect(() => {
    const isLost = document.activeElement === document.body && navigator.userActivation.hasBeenActive;
    if (isLost) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={classes.header}>
      <Box miw={0} flex="1 1 16rem">
        <Group gap={6} wrap="nowrap">
          <Title ref={heading} order={1} className={classes.title} tabIndex={-1}>
            {props.title}
          </Title>
          {props.number !== undefined && <CopyNumber number={props.number} />}
        </Group>
        {props.description && (
          <Text size="sm" c="dimmed">
            {props.description}
          </Text>
        )}
      </Box>
      {props.actions && (
        <Group ref={actions} gap="xs" className="unprinted">
          {props.actions}
        </Group>
      )}
    </header>
  );
}

type View = { value: string; label: string };

/** The view in the URL parameter `view`; by default the first one. */
export function usePageView<const Views extends readonly View[]>(views: Views): Views[number]['value'] {
  const { view } = useSearch({ strict: false }) as { view?: string };
  return views.find(({ value }) => value === view)?.value ?? views[0]!.value;
}

/** Switches between the views of a page. Search, order and open record do not carry over. */
export function PageViews(props: {
  views: readonly View[];
  view: string;
  /** Accessible name of the control. */
  label?: string;
  className?: string;
}) {
  const { views, view } = props;
  const changeAddress = useChangeAddress();
  return (
    <SegmentedControl
      className={props.className}
      {...(props.className
        ? {}
        : {
            my: 'xs',
            style: { alignSelf: 'flex-start', flexShrink: 0 },
          })}
      aria-label={props.label ?? t`What is shown`}
      data={views.map(({ value, label }) => ({ value, label }))}
      value={view}
      onChange={(next) =>
        changeAddress(() => (next === views[0]!.value ? {} : { view: next }), {
          step: 'push',
          resetScroll: true,
        })
      }
    />
  );
}

/** A part of a page or of a record, named by its heading. */
export function Section(
  props: Omit<StackProps, 'title'> & { title: ReactNode; order?: 2 | 3; size?: TitleProps['size'] },
) {
  const { title, order = 2, size = order === 2 ? 'h4' : 'h5', children, ...look } = props;
  const heading = useId();
  return (
    <Stack component="section" gap="xs" {...look} aria-labelledby={heading}>
      <Title order={order} size={size} id={heading}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** The data of a query; until then its loading state, or its error. */
export function Loaded<Answer>(props: {
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  const { query } = props;
  const failure = query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return failure ?? <Loading />;
  return (
    <>
      {failure}
      {props.children(query.data)}
    </>
  );
}

/** An empty state in the screen's own words, with what to do about it. */
export function EmptyState(props: { message: string; children?: ReactNode }) {
  return (
    <Stack ta="center" align="center" gap={6} py={6} px="md">
      <Group gap="xs" justify="center" wrap="nowrap">
        <IconInbox size={22} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
        <Text fw={500}>{props.message}</Text>
      </Group>
      {props.children}
    </Stack>
  );
}

/** Important information about a page, in the normal text colour. */
export function Notice(props: AlertProps) {
  const words = { color: 'var(--mantine-color-text)' };
  return <Alert variant="light" {...props} styles={{ title: words, message: words }} />;
}
