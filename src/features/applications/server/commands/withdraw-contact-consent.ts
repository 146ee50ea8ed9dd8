import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { applicationCan } from '../../rules.ts';
import { findAward, recordAward } from '../award-records.ts';
import { withoutContact } from '../contact-consents.ts';
import { applicationCommand } from '../decisions.ts';
import { lockApplication, recordOf } from '../queries.ts';

/** Writes down that a candidate withdrew the consent, and deletes what was kept on it, also of a verified application. */
export const withdrawContactConsent = applicationCommand(
  'withdrawContactConsent',
  async (transaction, { id, version }) => {
    const { db, actor, audit } = transaction;
    const row = await lockApplication(db, actor.scope, id);
    const recorded = await findAward(transaction, row);
    assertAllowed(applicationCan.withdrawConsent({ hasConsent: recorded.consent !== null }));
    await assertVersion(db, { type: 'application', row }, version);

    const changed = await updateRow(db, 'applications', row);
    await recordAward(transaction, row, recorded, { award: withoutContact(recorded.award), consent: null });

    // What was deleted is not kept here either.
    audit({
      event: 'applications.contact_consent_withdrawn',
      ...recordOf(row),
      before: { contactNotice: recorded.consent },
      after: { contactNotice: null },
    });
    return changed;
  },
);
