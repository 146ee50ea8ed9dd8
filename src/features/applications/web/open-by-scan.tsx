import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { client } from '#features/client.ts';
import { hasCode } from '#platform/web/api/problem.ts';
import { useSession } from '#platform/web/api/session.ts';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { useOpenRecord } from '#platform/web/components/page-address.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { deskOf, paths } from '#shared/paths.ts';
import { mayUse } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { readAcknowledgement } from '../rules.ts';
import { numberOfSheet } from '../scanned-number.ts';

/**
 * Mounted on every desk that reads applications. An acknowledgement number that is scanned, or entered into a list's
 * search box with Enter, opens its application. Any other scan searches the applications; the QR code of a certificate
 * searches for its number.
 */
export function OpenByScan() {
  const { role } = useSession();
  return mayUse(role, 'applications:read') ? <OpenApplications role={role} /> : null;
}

function OpenApplications({ role }: { role: Role }) {
  const navigate = useNavigate();
  const openHere = useOpenRecord();
  const [refused, setRefused] = useState<unknown>(null);

  async function open(text: string): Promise<void> {
    const acknowledgementNumber = readAcknowledgement(text);
    if (acknowledgementNumber === null) return;
    const { id } = await client.applications.getApplicationByNumber({ acknowledgementNumber });
    setRefused(null);
    const list = listAt(role);
    // A list that is open keeps its search and filters, and the verify screen its position.
    const { pathname } = window.location;
    if (pathname === list || pathname === paths.caseWorker.verifyApplications) openHere(id);
    else await navigate({ href: `${list}?${new URLSearchParams({ open: id })}` });
  }

  async function search(text: string): Promise<void> {
    const { pathname } = window.location;
    const list = pathname === paths.caseWorker.verifyApplications ? pathname : listAt(role);
    await navigate({ href: `${list}?${new URLSearchParams({ q: text })}` });
  }

  useScanner({
    accepts: () => true,
    onScan: (text) => {
      const isKnown = readAcknowledgement(text) !== null;
      (isKnown ? open(text) : search(numberOfSheet(text) ?? text)).catch(setRefused);
    },
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = event.target;
      if (event.key !== 'Enter' || !(box instanceof HTMLInputElement) || box.enterKeyHint !== 'search')
        return;
      open(box.value).catch((error: unknown) => {
        // The text also works as a search, and its rows are on the screen.
        if (!hasCode(error, 'applications.unknown_number')) setRefused(error);
      });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <Dialog
      isOpen={refused !== null}
      onClose={() => setRefused(null)}
      title={t`The scan opened nothing`}
      centered
    >
      <Stack gap="md">{refused !== null && <ErrorNotice error={refused} />}</Stack>
    </Dialog>
  );
}

const lists: Partial<Record<Role, string>> = {
  receiver: paths.applicationReceiver.manageApplication,
  case_worker: paths.caseWorker.manageApplication,
  auditor: paths.auditor.applications,
};

/** An admin stays at the current desk if it shows applications. */
function listAt(role: Role): string {
  const desk = role === 'admin' ? deskOf(window.location.pathname) : role;
  return (desk && lists[desk]) ?? paths.admin.totalApplications;
}
