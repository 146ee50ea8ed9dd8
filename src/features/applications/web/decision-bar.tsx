import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconHandGrab } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { Loaded } from '#platform/web/components/page.tsx';
import { whyNot } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { caseQuery, useOpenCases, withLease } from './case-queries.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionForm } from './decision-form.tsx';
import { type Decided, type Decision, decisions } from './decisions.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { TakeBackDecision, TakeBackHandOver } from './take-back-offers.tsx';

/** Hands over the certificate of the open application, or says why not. */
export function HandOverButton({ application }: { application: Application }) {
  return (
    <Group justify="flex-end">
      {application.certificateState === 'handed_over' && <TakeBackHandOver id={application.certificateId!} />}
      <DialogButton
        leftSection={<IconHandGrab size={16} aria-hidden />}
        reason={whyNot(mayHandOver(application))}
        dialog={(onClose) => (
          <HandOverDialog
            certificate={certificateOf(application)}
            newBundlePath={paths.applicationReceiver.newBundle}
            onClose={onClose}
          />
        )}
      >
        {t`Hand over`}
      </DialogButton>
    </Group>
  );
}

/** The certificate's hand-over rule, as far as an application row has its facts. */
export function mayHandOver({ certificateState, certificateWithheldAt }: Application) {
  if (certificateState === 'revoked') return 'certificates.revoked';
  if (certificateState === 'handed_over') return 'certificates.handed_over';
  if (certificateWithheldAt !== null) return 'certificates.withheld';
  return certificateState === 'printed' ? true : 'certificates.not_printed';
}

/** For a printed application, which has a certificate. */
export function certificateOf({ certificateId, convocationNumber, candidateName }: Application) {
  return { id: certificateId!, convocationNumber: convocationNumber!, studentName: candidateName };
}

/** The decisions on the open application, each disabled with its reason when not allowed. */
export function DecisionBar({ application }: { application: Application }) {
  const { staffId } = useSession();
  const [openDecision, setOpenDecision] = useState<Decision | null>(null);
  const openCases = useOpenCases();
  const query = useQuery({ ...caseQuery(application.id), enabled: openDecision !== null });
  const close = () => setOpenDecision(null);
  const notify = ({ words }: Decided) => {
    notifications.show({ message: words, color: 'green' });
    close();
  };
  return (
    <>
      <Group justify="flex-end">
        <TakeBackDecision id={application.id} />
      </Group>
      <DecisionButtons
        application={withLease(application, openCases)}
        actorId={staffId}
        onChoose={setOpenDecision}
      />
      {openDecision && (
        <Dialog onClose={close} title={decisions[openDecision].title(application)}>
          <Loaded query={query}>
            {(found) => (
              <DecisionForm
                decision={openDecision}
                application={application}
                found={found}
                onDecided={notify}
                onCancel={close}
              />
            )}
          </Loaded>
        </Dialog>
      )}
    </>
  );
}
