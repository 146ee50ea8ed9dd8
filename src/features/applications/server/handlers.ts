import { partOf } from '#platform/server/contract-part.ts';
import {
  completedApplicationsLayout,
  manageApplicationsLayout,
  receivedApplicationsLayout,
  receiversLayout,
  rejectedApplicationsLayout,
  totalApplicationsLayout,
} from '../columns.ts';
import { applicationsContract } from '../contract.ts';
import { correctApplication } from './commands/correct-application.ts';
import { receiveApplication } from './commands/receive-application.ts';
import { rejectApplication } from './commands/reject-application.ts';
import { reopenApplication } from './commands/reopen-application.ts';
import { returnApplication } from './commands/return-application.ts';
import { verifyApplication } from './commands/verify-application.ts';
import { withdrawContactConsent } from './commands/withdraw-contact-consent.ts';
import { lookUpEarlierCertificate } from './earlier-certificates.ts';
import { listDueCharges } from './fee.ts';
import { findEarlierApplication } from './numbers.ts';
import { getApplication, getApplicationByNumber, listApplicationChoices } from './queries.ts';
import {
  countReceivedApplications,
  listReceivedApplications,
  sumReceivedApplications,
} from './received-applications.ts';
import { listReceivers } from './receivers.ts';
import { countApplications, listApplications, sumApplications } from './search-applications.ts';

export const applicationsPart = partOf(applicationsContract, {
  queries: {
    listApplications,
    countApplications,
    sumApplications,
    listReceivedApplications,
    countReceivedApplications,
    sumReceivedApplications,
    listReceivers,
    listApplicationChoices,
    listDueCharges,
    findEarlierApplication,
    lookUpEarlierCertificate: (db, _scope, input) => lookUpEarlierCertificate(db, input),
    getApplication: (db, scope, { id }) => getApplication(db, scope, id),
    getApplicationByNumber: (db, scope, { acknowledgementNumber }) =>
      getApplicationByNumber(db, scope, acknowledgementNumber),
  },
  commands: {
    receiveApplication,
    correctApplication,
    verifyApplication,
    rejectApplication,
    reopenApplication,
    returnApplication,
    withdrawContactConsent,
  },
  layouts: {
    listApplications: [
      totalApplicationsLayout,
      completedApplicationsLayout,
      rejectedApplicationsLayout,
      manageApplicationsLayout,
    ],
    listReceivedApplications: [receivedApplicationsLayout],
    listReceivers: [receiversLayout],
  },
});
