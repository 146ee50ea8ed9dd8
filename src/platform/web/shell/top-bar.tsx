import {
  ActionIcon,
  Avatar,
  Box,
  Button,
  type MantineColorScheme,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconHelpCircle,
  IconLayoutSidebarLeftCollapse,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { listenForChanges } from '#platform/web/api/change-stream.ts';
import { currentSession, signOut } from '#platform/web/api/session.ts';
import { requestSignIn } from '#platform/web/api/sign-in-again.ts';
import { readError } from '#platform/web/components/read-error.ts';
import { keysShown } from '#platform/web/components/screen-registry.ts';
import { usePreferences } from '#platform/web/components/use-preferences.ts';
import { switchLanguage, useLanguage } from '#platform/web/languages/language.ts';
import type { Screen } from '#platform/web/router/desk.ts';
import { type Language, languageNames, languages } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { landingPaths, roleLabels, roles } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { t } from '#shared/words.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { applyChanges, catchUp } from './live-changes.ts';
import classes from './top-bar.module.css';

/** An admin may open every desk. */
const DeskMenu = lazy(async () => ({
  default: (await import('#platform/web/components/link-menu.tsx')).LinkMenu,
}));
const desks = roles.map((role) => ({ label: roleLabels[role], to: landingPaths[role] }));

type TopBarProps = {
  session: Session;
  trail: readonly Screen[];
  menuShown: boolean;
  onToggleMenu: () => void;
  search?: ReactNode;
};

export function TopBar({ session, trail, menuShown, onToggleMenu, search }: TopBarProps) {
  const label = menuShown ? t`Close menu` : t`Open menu`;
  return (
    <header className={`unprinted ${classes.bar}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        aria-expanded={menuShown}
        onClick={onToggleMenu}
      >
        {menuShown ? <IconLayoutSidebarLeftCollapse size={20} /> : <IconMenu2 size={20} />}
      </ActionIcon>
      <Breadcrumbs trail={trail} />
      <LiveStatus session={session} />
      {search}
      {session.role === 'admin' && (
        <Suspense>
          <DeskMenu label={t`Desks`} links={desks} variant="subtle" color="gray" px={6} flex="none" />
        </Suspense>
      )}
      <Button
        variant="subtle"
        color="gray"
        px={6}
        flex="none"
        aria-label={t`Help`}
        title={t`Help`}
        onClick={() => keysShown.set(true)}
      >
        <IconHelpCircle size={18} aria-hidden />
        <Box component="span" ml={4} visibleFrom="md">{t`Help`}</Box>
      </Button>
      <UserMenu session={session} />
    </header>
  );
}

/** Applies colleagues' changes to open screens; visible only while it cannot. */
function LiveStatus({ session }: { session: Session }) {
  const isInterrupted = useLiveChanges(session);
  return (
    <div role="status" className={classes.status}>
      {isInterrupted && t`Live updates are interrupted; the list may be older than it looks.`}
    </div>
  );
}

function useLiveChanges({ staffId, expiresAt }: Session): boolean {
  const queryClient = useQueryClient();
  const [isInterrupted, setIsInterrupted] = useState(false);
  const mayHaveMissed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session, known by its end, listens again.
  useEffect(
    () =>
      listenForChanges({
        onChanges: (changes) => applyChanges(queryClient, changes, { staffId }),
        onOpen: () => {
          setIsInterrupted(false);
          if (mayHaveMissed.current) catchUp(queryClient);
          // Any further opening follows a lost connection.
          mayHaveMissed.current = true;
        },
        onFailure: (kind) => {
          mayHaveMissed.current = true;
          if (kind === 'lasting') setIsInterrupted(true);
        },
        onSignedOut: () => void requestSignIn('session_ended', { isAsked: false }),
      }),
    [queryClient, staffId, expiresAt],
  );
  return isInterrupted;
}

const schemes: readonly { value: MantineColorScheme; label: string; Icon: typeof IconSun }[] = [
  { value: 'auto', label: t`System`, Icon: IconDeviceDesktop },
  { value: 'light', label: t`Light`, Icon: IconSun },
  { value: 'dark', label: t`Dark`, Icon: IconMoon },
];

/**
 * The signed-in person with their scope; account, colour scheme, and sign-out. A plain disclosure: Mantine's Menu would
 * add 30 KB of positioning code to every first page.
 */
function UserMenu({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const root = useClickOutside<HTMLDivElement>(() => setOpen(false));
  const leaving = useMutation({ mutationFn: signOut });
  function close(): void {
    setOpen(false);
    button.current?.focus();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys and focus of the controls inside; is none itself.
    <div
      ref={root}
      className={classes.root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) close();
      }}
      onBlur={(event) => {
        // Null when the window loses the focus, or a click lands on something unfocusable.
        const next = event.relatedTarget;
        if (next && !event.currentTarget.contains(next)) setOpen(false);
      }}
    >
      <UnstyledButton
        ref={button}
        className={classes.person}
        aria-label={t`${session.name}, account menu`}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={session.name} color="university" size={30} aria-hidden />
        <span className={classes.names}>
          <span className={classes.name}>{session.name}</span>
          <span className={classes.role}>{roleLabels[session.role]}</span>
        </span>
        <IconChevronDown size={14} aria-hidden />
      </UnstyledButton>
      <div id={panelId} className={classes.panel} hidden={!open}>
        <div className={classes.facts}>
          <strong>{session.name}</strong>
          <span>{session.email}</span>
          <span>
            {roleLabels[session.role]} · {session.code}
            {session.code === 'ALL' && t` (whole university)`}
          </span>
        </div>
        <Link to={paths.account} className={classes.item} onClick={() => setOpen(false)}>
          <IconUser size={16} aria-hidden />
          {t`My account`}
        </Link>
        <ColourSchemes />
        <Languages onChosen={close} />
        <UnstyledButton
          className={classes.item}
          disabled={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          <IconLogout size={16} aria-hidden />
          {t`Sign out`}
        </UnstyledButton>
        {leaving.isError && (
          <p role="alert" className={classes.fault}>
            {leaving.error.message}
          </p>
        )}
      </div>
    </div>
  );
}

/** The language is a preference of the person; open and typed state stays. */
function Languages({ onChosen }: { onChosen: () => void }) {
  const shown = useLanguage();
  const { change, error } = usePreferences();
  const choosing = useMutation({
    mutationFn: async (language: Language) => {
      if (!(await change({ language }))) return;
      await switchLanguage(currentSession().preferences.language);
      onChosen();
    },
  });
  const fault = error ?? choosing.error;
  return (
    <>
      <fieldset className={classes.schemes}>
        <legend>{t`Language`}</legend>
        {languages.map((language) => (
          <UnstyledButton
            key={language}
            className={classes.language}
            lang={language}
            aria-pressed={shown === language}
            onClick={() => choosing.mutate(language)}
          >
            {languageNames[language]}
          </UnstyledButton>
        ))}
      </fieldset>
      {fault != null && (
        <p role="alert" className={classes.fault}>
          {readError(fault).sentence}
        </p>
      )}
    </>
  );
}

function ColourSchemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={classes.schemes}>
      <legend>{t`Dark mode`}</legend>
      {schemes.map(({ value, label, Icon }) => (
        <label key={value} className={classes.scheme}>
          <input
            type="radio"
            name="color-scheme"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={16} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
