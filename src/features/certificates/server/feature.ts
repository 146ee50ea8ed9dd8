import '../words.ts';
import { sql } from 'kysely';
import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/search-applications.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { countedBy } from '#platform/server/db/counted-by.ts';
import { bySearchText } from '#platform/server/db/log-search.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { bundlesContract } from '../bundle-contract.ts';
import {
  bundlesLayout,
  pendingCertificatesLayout,
  printedCertificatesLayout,
  revocationsLayout,
} from '../columns.ts';
import { certificatesContract } from '../contract.ts';
import { copiesContract } from '../copy-contract.ts';
import { postingContract } from '../posting-contract.ts';
import { revocationsContract } from '../revocation-contract.ts';
import { bundleListRoute } from './bundle-list/bundle-list-route.ts';
import { bundles, getBundle, listBundleColleges } from './bundles.ts';
import { cancelCopy } from './commands/cancel-copy.ts';
import { handOverBundle } from './commands/hand-over-bundle.ts';
import { handOverCertificate, postCertificate } from './commands/hand-over-certificate.ts';
import { proposeRevocation } from './commands/propose-revocation.ts';
import { recordSignatures } from './commands/record-signatures.ts';
import { takeBackHandOver } from './commands/take-back-hand-over.ts';
import { listCopies } from './copies.ts';
import { confirmRevocation, declineRevocation, withdrawRevocation } from './decide-revocation.ts';
import { bundleSearch, certificateSearches } from './find-certificates.ts';
import { certificatesOfSheet } from './log-search.ts';
import { countPosting } from './posting/posting-queries.ts';
import { postingRoutes } from './posting/posting-routes.ts';
import { countCertificates, getCertificate, listCertificates } from './queries.ts';
import { getRevocation, revocations } from './revocations.ts';
import { collectedByOneHandRule } from './rules/collected-by-one-hand.ts';
import { numberGapRule } from './rules/number-gap.ts';
import { oldCopyOutsideRule } from './rules/old-copy-outside.ts';
import { printedWithoutAuthorityRule } from './rules/printed-without-authority.ts';
import { sheetDiffersFromRecordRule } from './rules/sheet-differs-from-record.ts';
import { waiting } from './waiting.ts';

const certificatesPart = partOf(certificatesContract, {
  queries: {
    listCertificates,
    countCertificates,
    getCertificate: (db, { id }) => getCertificate(db, id),
  },
  commands: { handOverCertificate, postCertificate, takeBackHandOver },
  layouts: { listCertificates: [printedCertificatesLayout] },
  exports: [exportList(pendingCertificatesLayout, applicationsContract.listApplications, listApplications)],
});

const bundlesPart = partOf(bundlesContract, {
  lists: { Bundles: [bundles, bundlesLayout] },
  queries: {
    listBundleColleges,
    getBundle: (db, { id }) => getBundle(db, id),
  },
  commands: { handOverBundle, recordSignatures },
});

const postingPart = partOf(postingContract, { queries: { countPosting }, commands: {} });

const revocationsPart = partOf(revocationsContract, {
  lists: { Revocations: [revocations, revocationsLayout] },
  queries: { getRevocation: (db, { id }) => getRevocation(db, id) },
  commands: { proposeRevocation, confirmRevocation, declineRevocation, withdrawRevocation },
});

const copiesPart = partOf(copiesContract, {
  queries: { listCopies: (db, { id }) => listCopies(db, id) },
  commands: { cancelCopy },
});

export const server: ServerFeature = {
  rules: [
    numberGapRule,
    printedWithoutAuthorityRule,
    oldCopyOutsideRule,
    sheetDiffersFromRecordRule,
    collectedByOneHandRule,
  ],
  parts: {
    certificates: certificatesPart,
    bundles: bundlesPart,
    posting: postingPart,
    copies: copiesPart,
    revocations: revocationsPart,
  },
  scoped: {
    certificates: 'college_id',
    bundles: 'college_id',
    hand_overs: { column: 'sheet_id', of: 'sheets' },
    revocations: { column: 'certificate_id', of: 'certificates' },
  },
  routes: [bundleListRoute, ...postingRoutes],
  constraints: {
    reopenings__not_revoked: 'certificates.revoked',
    certificates__withheld_not_issued: 'certificates.withheld',
    revocations__one_waiting: 'revocations.proposed_already',
    revocations__of_unrevoked: 'certificates.revoked',
    revocations__confirmed_by_another: 'revocations.own_proposal',
    revocations__stay: 'revocations.decided',
    certificates__revoked_is_final: 'certificates.revoked',
    certificates__not_revoked_in_run: 'certificates.in_print_run',
    hand_overs__signed_by_hand: 'certificates.not_signed',
    sheets__not_while_out: 'certificates.copy_not_here',
    // The type's way of signing was changed while the run was being prepared.
    sheets__signed_as_its_type: 'certificates.not_waiting',
    hand_overs__bundle_stays: 'certificates.left_in_bundle',
    hand_overs__none_built_on: 'records.built_on',
    hand_overs__taken_back_in_time: 'records.too_late',
    hand_overs__once: 'certificates.handed_over',
    hand_overs__of_valid_copy: 'certificates.not_printed',
    hand_overs__not_posted_later: 'certificates.posted_later',
    hand_overs__bundle_of_one_college: 'bundles.several_colleges',
    reprint_requests__not_of_reopened: 'certificates.withheld',
    sheets__one_open_per_certificate: 'certificates.not_waiting',
    // The certificate got another paper or type while the run was being prepared.
    sheets__print_what_is_verified: 'certificates.not_waiting',
    sheets__cancelled_by_another: 'certificates.own_copy',
    sheets__cancelled_after_closing: 'certificates.run_not_closed',
    hand_overs__earlier_copy_back: 'certificates.copy_out',
  },
  personal: {
    bundle: ['deliveredTo'],
    certificate: ['collectedBy', 'deliveredTo', 'trackingNumber'],
  },
  logSearches: [bySearchText('certificate', 'certificates'), certificatesOfSheet],
  balances: {
    certificates: countedBy('certificates', 'state'),
    handedOver: sql`select count(*) from hand_overs`,
  },
  searches: { certificate: certificateSearches, bundle: [bundleSearch] },
  waiting,
  files: [
    {
      kind: 'photo',
      records: (db, id) =>
        db
          .selectFrom('certificates')
          .innerJoin('sheets', 'sheets.certificate_id', 'certificates.id')
          .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
          .select('certificates.id')
          .where('sheet_facts.photo_file_id', '=', id),
    },
  ],
};
