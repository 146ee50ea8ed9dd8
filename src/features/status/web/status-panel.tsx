import {
  type Icon,
  IconAlertTriangle,
  IconCertificate,
  IconClock,
  IconPackage,
  IconPrinter,
  IconQuestionMark,
} from '@tabler/icons-react';
import { returnReasonLabels } from '#features/applications/decision-contract.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { CandidateStatus } from '../contract.ts';
import classes from './status-panel.module.css';

type Face = { icon: Icon; tone: 'good' | 'waiting' | 'act'; title: string; sentences: string[] };

/** The state of the application, and what the candidate has to do, if anything. */
export function StatusPanel({ status }: { status: CandidateStatus }) {
  const { icon: Picture, tone, title, sentences } = faceOf(status);
  return (
    <section className={classes.panel} data-tone={tone} data-state={status.state} aria-labelledby="status">
      <h2 id="status" className={classes.title}>
        <Picture size={28} stroke={1.8} aria-hidden />
        {title}
      </h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {status.state === 'returned' && (
        <ul>
          {status.reasons.map((reason) => (
            <li key={reason}>{choiceInWords(returnReasonLabels, reason)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function faceOf(status: CandidateStatus): Face {
  switch (status.state) {
    case 'received':
      return {
        icon: IconClock,
        tone: 'waiting',
        title: t`Received`,
        sentences: [t`The university is checking your application.`, ...promised(status)],
      };
    case 'returned':
      return {
        icon: IconAlertTriangle,
        tone: 'act',
        title: t`Returned for correction`,
        sentences: [
          t`Bring what is missing to the counter where you applied, with your acknowledgement slip. No new application and no new fee are needed. This needs attention:`,
        ],
      };
    case 'fee_short':
      return {
        icon: IconAlertTriangle,
        tone: 'act',
        title: t`The fee is short`,
        sentences: [
          t`${formatRupees(status.pendingAmount)} is still to be paid. Bring a further demand draft to the counter where you applied, with your acknowledgement slip.`,
        ],
      };
    case 'verified':
      return {
        icon: IconClock,
        tone: 'waiting',
        title: t`Verified`,
        sentences: [t`Your certificate is waiting to be printed.`, ...promised(status)],
      };
    case 'printing':
      return {
        icon: IconPrinter,
        tone: 'waiting',
        title: t`Being printed`,
        sentences: [t`Your certificate is being printed.`, ...promised(status)],
      };
    case 'signing':
      return {
        icon: IconPrinter,
        tone: 'waiting',
        title: t`Being signed`,
        sentences: [t`Your certificate is printed and waits for its signature.`, ...promised(status)],
      };
    case 'ready':
      return {
        icon: IconCertificate,
        tone: 'good',
        title: t`Ready to collect`,
        sentences: [
          t`Collect your certificate at the counter where you applied. Bring your acknowledgement slip and a photo identity card.`,
        ],
      };
    case 'sent':
      return {
        icon: IconPackage,
        tone: 'good',
        title: t`Sent`,
        sentences: [
          t`Your certificate was sent on ${formatDay(status.sentOn)} with ${status.carrier}. Tracking number: ${status.trackingNumber}`,
        ],
      };
    case 'handed_over':
      return {
        icon: IconCertificate,
        tone: 'good',
        title: status.toCollege ? t`At your college` : t`Handed over`,
        sentences: [
          status.toCollege
            ? t`Your certificate was handed over to your college on ${formatDay(status.handedOverOn)}. Collect it there.`
            : t`Your certificate was handed over on ${formatDay(status.handedOverOn)}.`,
        ],
      };
    case 'ask_university':
      return {
        icon: IconQuestionMark,
        tone: 'act',
        title: t`Ask the university`,
        sentences: [t`Bring your acknowledgement slip to the counter where you applied.`],
      };
    case 'unknown':
      return {
        icon: IconQuestionMark,
        tone: 'act',
        title: t`Not found`,
        sentences: [
          t`No application has these two numbers together. Compare both with your acknowledgement slip.`,
        ],
      };
  }
}

function promised({ promisedOn }: { promisedOn: string | null }): string[] {
  return promisedOn === null
    ? []
    : [t`Ready from ${formatDay(promisedOn)}, if everything is in order and the fee is paid.`];
}
