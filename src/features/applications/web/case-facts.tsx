import { Alert, Text } from '@mantine/core';
import { IconDiscount2, IconEqual, IconEqualNot, IconUserQuestion } from '@tabler/icons-react';
import { Moment } from '#platform/web/components/moment.tsx';
import { Money } from '#platform/web/components/money.tsx';
import { t } from '#shared/words.ts';
import type { Case } from '../case-desk-contract.ts';
import { describeConcession } from '../concession.ts';
import { returnReasonLabels } from '../decision-contract.ts';
import classes from './case-facts.module.css';
import { type ComparedField, compareWithMaster } from './master-comparison.ts';
import { TotalAmount } from './total-amount.tsx';

/** What the application says beside the student master, then what only the application says. */
export function CaseFacts({ found }: { found: Case }) {
  const { application, student } = found;
  const fields = compareWithMaster(application, student);
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
          {fields.map((field) => (
            <tr key={field.name} data-differs={field.differs || undefined}>
              <th scope="row">{field.label}</th>
              <td className={classes.value}>{field.value || '-'}</td>
              <td>{student ? <MasterValue field={field} /> : '-'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {student === null && (
        <Alert
          className={classes.missing}
          color="yellow"
          role="note"
          icon={<IconUserQuestion aria-hidden />}
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          <Text size="sm">
            {t`Not in the student master: it has neither this registration number nor this exam roll number.`}
          </Text>
        </Alert>
      )}
      <ConcessionNote application={application} />
      <OtherFacts application={application} />
    </>
  );
}

/** Verification confirms it: nobody else is asked. */
function ConcessionNote({ application: { feeAmount, concession } }: { application: Case['application'] }) {
  if (!concession) return null;
  return (
    <Alert
      className={classes.missing}
      color="orange"
      role="note"
      title={t`Concession`}
      icon={<IconDiscount2 aria-hidden />}
      styles={{ message: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm">{describeConcession(feeAmount, concession)}</Text>
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
  const facts = [
    [t`Course/Degree`, application.courseDegree],
    [t`Academic year`, application.academicYear],
    [t`Mode of study`, application.modeOfStudy],
    [t`Certificate type`, application.certificateType],
    [t`Selected Paper`, `${application.selectedPaper}, ${application.chosenColour}`],
    [t`Guide name`, application.guideName],
    [t`Received by`, application.receivedBy],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>{t`Received at`}</dt>
        <dd>
          <Moment value={application.receivedAt} />
        </dd>
      </div>
      <div>
        <dt>{t`Total amount`}</dt>
        <dd>
          <TotalAmount application={application} />
        </dd>
      </div>
      <div>
        <dt>{t`Pending amount`}</dt>
        <dd>
          <Money amount={application.pendingAmount} dashAtZero isDue />
        </dd>
      </div>
      {application.returnedAt && (
        <div className={classes.wide}>
          <dt>{t`Returned before`}</dt>
          <dd>
            {[
              ...application.returnReasons.map((reason) => returnReasonLabels[reason]),
              ...(application.returnRemark ? [application.returnRemark] : []),
            ].join('; ')}
          </dd>
        </div>
      )}
    </dl>
  );
}
