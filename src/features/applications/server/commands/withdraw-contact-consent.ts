import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { applicationCan } from '../../rules.ts';
import { findAward, recordAward } from '../award-records.ts';
import { withoutContact } from '../contact-consents.ts';
import { applicationCommand } from '../decisions.ts';
import { lockApplication, recordOf } from '../queries.ts';

/** Records that a candidate withdrew consent and deletes the contact details, also of a verified application. */
export const withdrawContactConsent = applicationCommand(
  'withdrawContactConsent',
  async (transaction, { id, version }) => {
    const { db, audit } = transaction;
    const row = await lockApplication(db, id);
    const recorded = await findAward(transaction, row);
    assertAllowed(applicationCan.withdrawConsent({ hasConsent: recorded.consent !== null }));
    await assertVersion(db, { type: 'application', row }, version);

    const changed = await updateRow(db, 'applications', row);
    await recordAward(transaction, row, recorded, { award: withoutContact(recorded.award), consent: null });

    // The audit log does not keep the deleted values either.
    audit({
      event: 'applications.contact_consent_withdrawn',
      ...recordOf(row),
      before: { contactNotice: recorded.consent },
      after: { contactNotice: null },
    });
    return changed;
  },
);
