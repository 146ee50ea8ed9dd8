import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { countedBy } from '#platform/server/db/counted-by.ts';
import { bySearchText } from '#platform/server/db/log-search.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { awardRecord } from '#shared/award-record.ts';
import {
  completedApplicationsLayout,
  manageApplicationsLayout,
  receivedApplicationsLayout,
  receiversLayout,
  rejectedApplicationsLayout,
  returnedApplicationsLayout,
  totalApplicationsLayout,
} from '../columns.ts';
import { applicationsContract } from '../contract.ts';
import { caseDeskPart } from './case-desk-handlers.ts';
import { correctApplication } from './commands/correct-application.ts';
import { receiveApplication } from './commands/receive-application.ts';
import { rejectApplication } from './commands/reject-application.ts';
import { reopenApplication } from './commands/reopen-application.ts';
import { returnApplication } from './commands/return-application.ts';
import { takeBackDecision } from './commands/take-back-decision.ts';
import { verifyApplication } from './commands/verify-application.ts';
import { withdrawContactConsent } from './commands/withdraw-contact-consent.ts';
import { lookUpEarlierCertificate } from './earlier-certificates.ts';
import { listDueCharges } from './fee.ts';
import { applicationSearch } from './find-applications.ts';
import { findEarlierApplication } from './numbers.ts';
import { contactPurges } from './purge-contact-details.ts';
import { getApplication, getApplicationByNumber, listApplicationChoices } from './queries.ts';
import { receiptRoute } from './receipt/receipt-route.ts';
import {
  countReceivedApplications,
  listReceivedApplications,
  sumReceivedApplications,
} from './received-applications.ts';
import { listReceivers } from './receivers.ts';
import { verifiedFasterThanReadRule } from './rules/verified-faster-than-read.ts';
import { countApplications, listApplications, sumApplications } from './search-applications.ts';
import { waiting } from './waiting.ts';

const applicationsPart = partOf(applicationsContract, {
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
    lookUpEarlierCertificate: (db, input) => lookUpEarlierCertificate(db, input),
    getApplication: (db, { id }) => getApplication(db, id),
    getApplicationByNumber: (db, { acknowledgementNumber }) =>
      getApplicationByNumber(db, acknowledgementNumber),
  },
  commands: {
    receiveApplication,
    correctApplication,
    verifyApplication,
    rejectApplication,
    reopenApplication,
    returnApplication,
    takeBackDecision,
    withdrawContactConsent,
  },
  layouts: {
    listApplications: [
      totalApplicationsLayout,
      completedApplicationsLayout,
      rejectedApplicationsLayout,
      manageApplicationsLayout,
      returnedApplicationsLayout,
    ],
    listReceivedApplications: [receivedApplicationsLayout],
    listReceivers: [receiversLayout],
  },
});

export const server: ServerFeature = {
  rules: [verifiedFasterThanReadRule],
  parts: { applications: applicationsPart, caseDesk: caseDeskPart },
  scoped: {
    applications: 'college_id',
    application_leases: { column: 'application_id', of: 'applications' },
    award_records: { column: 'application_id', of: 'applications' },
    conversation_entries: { column: 'application_id', of: 'applications' },
    contact_consents: { column: 'application_id', of: 'applications' },
    reopenings: { column: 'application_id', of: 'applications' },
  },
  routes: [receiptRoute],
  purges: contactPurges,
  constraints: {
    // The college was deleted while its application was being received.
    applications_college_id_fkey: 'applications.unknown_choice',
    conversation_entries__taken_back_in_time: 'records.too_late',
    applications__one_per_certificate: 'applications.duplicate',
    applications__photo_once: 'files.not_usable',
    applications__rejected_is_short: 'applications.fee_paid',
    charges__follow_schedule: 'applications.fee_changed',
    charges__of_open_application: 'applications.frozen',
    applications__decided_by_another: 'applications.own_work',
    applications__earlier_once: { code: 'applications.earlier_taken', field: 'earlierNumber' },
    applications__earlier_stays: { code: 'applications.earlier_stays', field: 'earlierNumber' },
    applications__verified_is_frozen: 'applications.frozen',
    certificates__number_of_none_earlier: 'applications.number_taken',
    concessions__of_open_application: 'applications.frozen',
    reopenings__one_open: 'applications.reopened_already',
    reopenings__not_in_run: 'applications.in_print_run',
    reopenings__not_by_verifier: 'applications.own_verification',
    reopenings__by_no_contributor: 'applications.own_work',
    award_records__contact_has_consent: {
      code: 'applications.contact_without_consent',
      field: 'contactNotice',
    },
    award_records__frozen_at_verification: 'applications.frozen',
    applications__mode_of_study_known: { code: 'masters.not_offered', field: 'modeOfStudy' },
    applications__return_reasons_known: { code: 'masters.not_offered', field: 'reasons' },
    applications__rejection_reason_known: { code: 'masters.not_offered', field: 'reason' },
    reopenings__reason_known: { code: 'masters.not_offered', field: 'reason' },
    certificates__number_unique: 'applications.number_taken',
    certificates__numbers_consecutive: 'applications.number_taken',
  },
  personal: {
    application: [
      // A correction uses column names.
      ...['candidateName', 'candidateNameNative', 'guideName', 'mailedTo'],
      ...['candidate_name', 'candidate_name_native', 'guide_name'],
      ...Object.keys(awardRecord),
    ],
  },
  logSearches: [bySearchText('application', 'applications')],
  balances: { applications: countedBy('applications', 'status') },
  searches: { application: [applicationSearch] },
  waiting,
  files: [
    {
      kind: 'photo',
      records: (db, id) =>
        db.selectFrom('applications').select('applications.id').where('photo_file_id', '=', id),
    },
    {
      kind: 'receipt',
      records: (db, id) =>
        db
          .selectFrom('applications')
          .innerJoin('allocations', 'allocations.application_id', 'applications.id')
          .innerJoin('demand_drafts', 'demand_drafts.id', 'allocations.demand_draft_id')
          .select('applications.id')
          .where('demand_drafts.receipt_file_id', '=', id),
    },
  ],
};
