import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconClockPause,
  IconCloudQuestion,
  IconPrinter,
  IconQuestionMark,
  IconReplace,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDay, formatMoment } from '#shared/dates.ts';
import { t } from '#shared/words.ts';
import type { Verdict } from '../contract.ts';
import classes from './verdict-panel.module.css';

type VerdictPanelProps = {
  /** `cannot_tell`: no answer was had, which says nothing about the sheet. */
  verdict: Verdict | 'cannot_tell';
  /** Why no answer was had. */
  reason?: string;
  asked: { number: string; code: string };
  onRetry?: () => void;
};

type Face = { tone: string; icon: typeof IconRosetteDiscountCheck; title: string; body: ReactNode };

/** The answer: an icon, words and a colour that no other answer shares. */
export function VerdictPanel({ verdict, reason, asked, onRetry }: VerdictPanelProps) {
  const face = verdict === 'cannot_tell' ? cannotTell(reason) : faceOf(verdict);
  const Icon = face.icon;
  return (
    <section className={classes.panel} data-tone={face.tone} aria-labelledby="verdict">
      <div className={classes.head}>
        <span className={classes.icon}>
          <Icon size={30} stroke={1.8} aria-hidden />
        </span>
        <h2 id="verdict" className={classes.title}>
          {face.title}
        </h2>
      </div>
      <div className={classes.body}>{face.body}</div>
      <footer className={classes.foot}>
        <span>
          {t`Asked: ${asked.number} with code ${asked.code}, ${formatMoment(new Date().toISOString())} (Indian time)`}{' '}
          {verdict !== 'cannot_tell' && ` · ${verdict.university}`}
        </span>
        <span className={classes.actions}>
          {verdict === 'cannot_tell' && onRetry && (
            <Button size="xs" onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
          {verdict !== 'cannot_tell' && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t`Print`}
            </Button>
          )}
        </span>
      </footer>
    </section>
  );
}

function cannotTell(reason: string | undefined): Face {
  return {
    tone: 'cannot-tell',
    icon: IconCloudQuestion,
    title: t`Cannot tell now`,
    body: (
      <>
        <p>
          {t`This says nothing about the certificate: the register did not answer. Do not take it as a refusal.`}
        </p>
        {reason && <p>{reason}</p>}
      </>
    ),
  };
}

function faceOf(verdict: Verdict): Face {
  switch (verdict.verdict) {
    case 'genuine':
      return {
        tone: 'genuine',
        icon: IconRosetteDiscountCheck,
        title: t`Genuine`,
        body: <GenuineFacts verdict={verdict} />,
      };
    case 'superseded':
      return {
        tone: 'superseded',
        icon: IconReplace,
        title: t`Superseded by a newer copy`,
        body: (
          <p>
            {t`The university did issue certificate ${verdict.convocationNumber}, but replaced this sheet by a newer copy on ${formatWhen(verdict.supersededOn)}. Ask for the newer sheet: only that one is valid.`}
          </p>
        ),
      };
    case 'revoked':
      return {
        tone: 'revoked',
        icon: IconAlertOctagon,
        title: t`Revoked`,
        body: (
          <>
            <p>
              {t`The university issued certificate ${verdict.convocationNumber} and revoked it on ${formatWhen(verdict.revokedOn)}. It is no longer valid.`}
            </p>
            <p>{t`Reason: ${verdict.reason}`}</p>
          </>
        ),
      };
    case 'not_issued':
      return {
        tone: 'not-issued',
        icon: IconClockPause,
        title: verdict.sheet === 'not_printed' ? t`Not issued yet` : t`Not issued`,
        body: <p>{whyNotIssued(verdict)}</p>,
      };
    case 'unknown':
      return {
        tone: 'unknown',
        icon: IconQuestionMark,
        title: t`Unknown`,
        body: (
          <>
            <p>{t`The register knows no certificate with this number and this code together.`}</p>
            <p>
              {t`Compare both with the sheet once more, letter by letter. If they stand there exactly so, the sheet is not one that the register vouches for: ask the university.`}
            </p>
          </>
        ),
      };
  }
}

function whyNotIssued({
  sheet,
  convocationNumber: number,
}: Extract<Verdict, { verdict: 'not_issued' }>): string {
  switch (sheet) {
    case 'not_printed':
      return t`The number ${number} is allocated, but no printed certificate was issued under it. A sheet that shows it cannot have come from the university.`;
    case 'spoilt':
      return t`This sheet of certificate ${number} was spoilt at the printer and never issued. It is not valid.`;
    case 'missing':
      return t`This sheet of certificate ${number} went missing at the university and was never issued. It is not valid: report it to the university.`;
    case 'cancelled':
      return t`This sheet of certificate ${number} was cancelled before it was issued. It is not valid: report it to the university.`;
  }
}

function GenuineFacts({ verdict }: { verdict: Extract<Verdict, { verdict: 'genuine' }> }) {
  const copy = verdict.copyNumber === 0 ? t`Original` : t`Reprint ${verdict.copyNumber}`;
  const facts: [string, ReactNode][] = [
    [t`Degree`, verdict.courseDegree],
    [t`College`, verdict.collegeName],
    [t`Academic year`, verdict.academicYear],
    [t`Certificate type`, verdict.certificateType],
    [t`Convocation number`, verdict.convocationNumber],
    [t`Copy`, copy],
    [t`Serial number of the sheet`, verdict.blankSerial],
    [t`Printed on`, formatWhen(verdict.printedOn)],
    [t`University`, verdict.university],
  ];
  return (
    <>
      <p className={classes.holder}>
        <span className={classes.holderName}>{verdict.candidateName}</span>
        {verdict.candidateNameNative && (
          <span className={classes.holderNative}>{verdict.candidateNameNative}</span>
        )}
      </p>
      <p className={classes.compare}>
        <Trans>
          Compare the sheet in your hand with this page: the same <strong>name</strong>, and the same{' '}
          <strong>serial number {verdict.blankSerial}</strong> on the paper. If one of them differs, the sheet
          is a copy or a forgery.
        </Trans>
      </p>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Days come as `yyyy-mm-dd` or as a moment. */
function formatWhen(when: string): string {
  return when.length === 10 ? formatDay(when) : formatMoment(when);
}
