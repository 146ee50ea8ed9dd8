import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import {
  type Icon,
  IconAlertOctagon,
  IconCertificate,
  IconClockPause,
  IconCloudQuestion,
  IconPrinter,
  IconQuestionMark,
  IconReplace,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shippedInWords } from '#shared/choice-lists.ts';
import { formatDay, formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { GenuineSheet, Verdict, VerifyQuestion } from '../contract.ts';
import classes from './verdict-panel.module.css';

type VerdictPanelProps = {
  /** `cannot_tell`: no answer arrived, which says nothing about the sheet. */
  verdict: Verdict | 'cannot_tell';
  /** Why no answer arrived. */
  reason?: string;
  asked: VerifyQuestion;
  onRetry?: () => void;
};

type Face = { icon: Icon; title: string; sentences: string[] };

/** The verdict, with an icon, words and a colour of its own. */
export function VerdictPanel({ verdict, reason, asked, onRetry }: VerdictPanelProps) {
  const answer = verdict === 'cannot_tell' ? null : verdict;
  const {
    icon: Picture,
    title,
    sentences,
  } = answer ? faceOf(answer, asked.serial !== undefined) : cannotTell(reason);
  const tone = (answer?.verdict ?? 'cannot_tell').replace('_', '-');
  return (
    <section className={classes.panel} data-tone={tone} aria-labelledby="verdict">
      <div className={classes.head}>
        <span className={classes.icon}>
          <Picture size={30} stroke={1.8} aria-hidden />
        </span>
        <h2 id="verdict" className={classes.title}>
          {title}
        </h2>
      </div>
      <div className={classes.body}>
        {answer?.verdict === 'genuine' && <GenuineFacts verdict={answer} />}
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <footer className={classes.foot}>
        <span>
          {inWords(asked, formatMoment(new Date().toISOString()))} {answer && ` · ${answer.university}`}
        </span>
        <span className="unprinted">
          {!answer && onRetry && (
            <Button size="xs" onClick={onRetry}>
              {t`Try again`}
            </Button>
          )}
          {answer && (
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

function inWords({ number, code = '', serial }: VerifyQuestion, now: string): string {
  return serial === undefined
    ? t`Asked: ${number} with code ${code}, ${now} (Indian time)`
    : t`Asked: ${number} with serial number ${serial}, ${now} (Indian time)`;
}

function cannotTell(reason: string | undefined): Face {
  const sentence = t`This says nothing about the certificate: the register did not answer. Do not take it as a refusal.`;
  return {
    icon: IconCloudQuestion,
    title: t`Cannot tell now`,
    sentences: reason ? [sentence, reason] : [sentence],
  };
}

function faceOf(verdict: Verdict, isBySerial: boolean): Face {
  switch (verdict.verdict) {
    case 'genuine':
      return { icon: IconRosetteDiscountCheck, title: t`Genuine`, sentences: [] };
    case 'around_restore':
      return {
        icon: IconCloudQuestion,
        title: t`Cannot tell now: issued around a restore, ask the university`,
        sentences: [
          t`The register of the university was restored from a backup, and this number may be of a sheet from the days that were lost. This says nothing against the certificate.`,
        ],
      };
    case 'superseded':
      return {
        icon: IconReplace,
        title: t`Superseded by a newer copy`,
        sentences: [
          t`The university did issue certificate ${verdict.convocationNumber}, but replaced this sheet by a newer copy on ${formatDay(verdict.supersededOn)}. Ask for the newer sheet: only that one is valid.`,
        ],
      };
    case 'revoked':
      return {
        icon: IconAlertOctagon,
        title: t`Revoked`,
        sentences: [
          t`The university issued certificate ${verdict.convocationNumber} and revoked it on ${formatDay(verdict.revokedOn)}. It is no longer valid.`,
          t`Reason: ${verdict.reason}`,
        ],
      };
    case 'not_issued':
      return {
        icon: IconClockPause,
        title: verdict.sheet === 'not_printed' ? t`Not issued yet` : t`Not issued`,
        sentences: [whyNotIssued(verdict)],
      };
    case 'issued_before':
      return {
        icon: IconCertificate,
        title: t`Issued before the portal`,
        sentences: [
          t`The register has certificate ${verdict.convocationNumber} on the sheet with serial number ${verdict.serial}, issued before the portal.`,
          t`It confirms these two numbers and says nothing else of the certificate. Compare both with the sheet; for anything else that stands on it, ask the university.`,
        ],
      };
    case 'unknown':
      return {
        icon: IconQuestionMark,
        title: t`Unknown`,
        sentences: [
          isBySerial
            ? t`The register has no certificate with this number and this serial number. Compare both with the sheet. If they match, ask the university.`
            : t`The register has no certificate with this number and this code. Compare both with the sheet. If they match, the university did not issue this sheet. Ask the university.`,
        ],
      };
  }
}

function whyNotIssued({ sheet, convocationNumber: number }: Extract<Verdict, { verdict: 'not_issued' }>) {
  switch (sheet) {
    case 'not_printed':
      return t`The number ${number} is allocated, but no certificate was printed under it. The university did not issue this sheet. Ask the university.`;
    case 'spoilt':
      return t`This sheet of certificate ${number} was spoilt at the printer and never issued. It is not valid.`;
    case 'missing':
      return t`This sheet of certificate ${number} went missing at the university and was never issued. It is not valid: report it to the university.`;
    case 'cancelled':
      return t`This sheet of certificate ${number} was cancelled before it was issued. It is not valid: report it to the university.`;
  }
}

function GenuineFacts({ verdict }: { verdict: GenuineSheet }) {
  const copy = verdict.copyNumber === 0 ? t`Original` : t`Reprint ${verdict.copyNumber}`;
  const facts: [string, ReactNode][] = [
    [t`Degree`, verdict.courseDegree],
    [t`College`, verdict.collegeName],
    [t`Academic year`, verdict.academicYear],
    [t`Certificate type`, shippedInWords(verdict.certificateType)],
    [t`Convocation number`, verdict.convocationNumber],
    [t`Copy`, copy],
    [t`Serial number of the sheet`, verdict.blankSerial],
    [t`Printed on`, formatDay(verdict.printedOn)],
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
      <dl className={`facts ${classes.facts}`}>
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
