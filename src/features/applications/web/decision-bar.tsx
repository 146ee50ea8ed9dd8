import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconHandGrab } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { Dialog } from '#platform/web/components/dialog.tsx';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';
import { caseQuery, useOpenCases, withLease } from './case-queries.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionForm, decisionTitles } from './decision-form.tsx';
import type { Decided, Decision } from './use-decide.ts';

/** What can be done with the open application, each with the reason when it cannot. */
export function DecisionBar(props: {
  application: Application;
  actorId: string;
  isCounter: boolean;
  onHandOver: () => void;
}) {
  if (props.isCounter) return <HandOverButton {...props} />;
  return <Decisions application={props.application} actorId={props.actorId} />;
}

function HandOverButton(props: { application: Application; onHandOver: () => void }) {
  const refused = handOverRefusal(props.application);
  return (
    <Group justify="flex-end">
      <ActionButton
        leftSection={<IconHandGrab size={16} aria-hidden />}
        reason={refused && errorSentence(refused, undefined)}
        onClick={props.onHandOver}
      >
        {t`Hand over`}
      </ActionButton>
    </Group>
  );
}

/** The rule of certificates, as far as a row of applications knows it; null when it may leave the office. */
function handOverRefusal({ certificateState, certificateWithheldAt }: Application) {
  if (certificateState === 'handed_over') return 'certificates.handed_over';
  if (certificateWithheldAt !== null) return 'certificates.withheld';
  return certificateState === 'printed' ? null : 'certificates.not_printed';
}

function Decisions({ application, actorId }: { application: Application; actorId: string }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const openCases = useOpenCases();
  const found = useQuery({ ...caseQuery(application.id), enabled: asked !== null });
  const close = () => setAsked(null);
  const tell = ({ words }: Decided) => {
    notifications.show({ message: words, color: 'green' });
    close();
  };
  return (
    <>
      <DecisionButtons
        application={withLease(application, openCases)}
        actorId={actorId}
        onChoose={setAsked}
      />
      {asked && (
        <Dialog onClose={close} title={decisionTitles[asked]}>
          <DecisionForm
            decision={asked}
            application={application}
            collegeEmail={found.data?.collegeEmail}
            onDecided={tell}
            onCancel={close}
          />
        </Dialog>
      )}
    </>
  );
}
