import { Alert, type AlertProps, Button, Text } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconDiscount2,
  IconEqual,
  IconEqualNot,
  IconHistory,
  IconUserQuestion,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ChargeLines } from '#features/charges/web/charge-lines.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { Moment, Money } from '#platform/web/components/values.tsx';
import { KindName } from '#platform/web/languages/stock-words.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { t } from '#shared/words.ts';
import type { Case } from '../case-desk-contract.ts';
import { describeConcession } from '../concession.ts';
import { type ComparedField, compareAward, compareWithMaster } from '../master-comparison.ts';
import { TotalAmount } from './application-columns.tsx';
import classes from './case-facts.module.css';
import { describeEarlier } from './earlier-certificate.ts';

/** The application compared with the student master, then facts that only the application has. */
export function CaseFacts({ found }: { found: Case }) {
  const { application, student } = found;
  const award = compareAward(application, student).filter(({ master }) => master !== null);
  const fields = [...compareWithMaster(application, student), ...award].filter(
    ({ value, master }) => value !== '' || master !== null,
  );
  const same = fields.filter(isSame);
  const others = fields.filter((field) => !isSame(field));
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <>
      <table className={classes.compared}>
        <caption className="visually-hidden">{t`The application beside the student master`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t`Field`}</span>
            </th>
            <th scope="col">{t`Application`}</th>
            <th scope="col">{t`Student master`}</th>
          </tr>
        </thead>
        <tbody>
          {others.toSorted((one, other) => Number(other.differs) - Number(one.differs)).map(row)}
          {same.length > 0 && (
            <tr>
              <td colSpan={3}>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={isUnfolded ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
                  aria-expanded={isUnfolded}
                  onClick={() => setIsUnfolded(!isUnfolded)}
                >
                  {same.length === 1
                    ? t`1 field equals the student master`
                    : t`${same.length} fields equal the student master`}
                </Button>
              </td>
            </tr>
          )}
          {isUnfolded && same.map(row)}
        </tbody>
      </table>
      {student === null && (
        <Note color="yellow" icon={<IconUserQuestion aria-hidden />}>
          {t`Not in the student master: it has neither this registration number nor this exam roll number.`}
        </Note>
      )}
      {/* Verifying also confirms the concession; nobody else approves it. */}
      {application.concession && (
        <Note color="orange" title={t`Concession`} icon={<IconDiscount2 aria-hidden />}>
          {describeConcession(application.feeAmount, application.concession)}
        </Note>
      )}
      {application.earlierCertificate && (
        <Note
          color="orange"
          title={t`Reprint of a certificate issued before the portal`}
          icon={<IconHistory aria-hidden />}
        >
          {describeEarlier(application.earlierCertificate)}
        </Note>
      )}
      <OtherFacts application={application} />
    </>
  );

  function row(field: ComparedField) {
    return (
      <tr key={field.name} data-differs={field.differs || undefined}>
        <th scope="row">{field.label}</th>
        <td className={classes.value}>
          <RecordLink record={isNumber(field) ? { kind: 'application', id: application.id } : null}>
            {field.value || '-'}
          </RecordLink>
        </td>
        <td>{student ? <MasterValue field={field} /> : '-'}</td>
      </tr>
    );
  }
}

function isSame({ master, differs }: ComparedField): boolean {
  return master !== null && !differs;
}

function isNumber({ name }: ComparedField): boolean {
  return name === 'registrationNumber' || name === 'examRollNumber';
}

function Note({ children, ...look }: Pick<AlertProps, 'color' | 'title' | 'icon' | 'children'>) {
  return (
    <Alert {...look} px={10} py={6} role="note" styles={{ message: { color: 'var(--mantine-color-text)' } }}>
      <Text size="sm">{children}</Text>
    </Alert>
  );
}

function MasterValue({ field }: { field: ComparedField }) {
  if (field.master === null) return <span className={classes.unknown}>{t`not known`}</span>;
  if (!field.differs) {
    return (
      <span className={classes.same}>
        <IconEqual size={14} aria-hidden />
        {t`same`}
      </span>
    );
  }
  return (
    <span className={classes.differs}>
      <IconEqualNot size={16} aria-hidden />
      <span className="visually-hidden">{t`differs:`}</span> {field.master}
    </span>
  );
}

function OtherFacts({ application }: { application: Case['application'] }) {
  return (
    <dl className={`facts ${classes.facts}`}>
      <Fact label={t`Certificate type`}>{shippedInWords(application.certificateType)}</Fact>
      <Fact label={t`Selected Paper`}>
        <KindName name={application.selectedPaper} colour={application.chosenColour} />
      </Fact>
      <Fact label={t`Guide name`}>{application.guideName}</Fact>
      <Fact label={t`Received by`}>{application.receivedBy}</Fact>
      <Fact label={t`Received at`}>
        <Moment value={application.receivedAt} />
      </Fact>
    </dl>
  );
}

/** What the application owes and what is missing; it stands above what scrolls. */
export function CaseFee({ application }: Pick<Case, 'application'>) {
  return (
    <dl className={`facts ${classes.facts}`}>
      <Fact label={t`Total amount`}>
        <TotalAmount application={application} />
      </Fact>
      <Fact label={t`Paid amount`}>
        <Money amount={application.paidAmount} />
      </Fact>
      <Fact label={t`Pending amount`}>
        <Money amount={application.pendingAmount} dashAtZero isDue />
      </Fact>
      <Fact label={t`Charges`} className={classes.wide}>
        <ChargeLines charges={application.charges} />
      </Fact>
    </dl>
  );
}

/** Award fields that only the application has; what the master knows is compared above. */
export function CaseAward({ found }: { found: Case }) {
  const fields = compareAward(found.application, found.student).filter(({ master }) => master === null);
  if (fields.length === 0) return null;
  return (
    <section aria-labelledby="award-record">
      <h3 id="award-record" className={classes.heading}>{t`Award record`}</h3>
      <dl className={`facts ${classes.facts}`}>
        {fields.map(({ name, label, value }) => (
          <Fact key={name} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Fact(props: { label: string; className?: string | undefined; children: ReactNode }) {
  if (!props.children) return null;
  return (
    <div className={props.className}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
