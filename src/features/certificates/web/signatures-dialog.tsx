import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { dayInIndia } from '#shared/dates.ts';
import { errorSentence } from '#shared/errors.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Bundle } from '../bundle-contract.ts';
import { signatureDayFault } from '../rules.ts';

/** Asks for the day on which the chosen students signed the list of the bundle. */
export function SignaturesDialog(props: {
  bundle: Bundle;
  certificateIds: readonly string[];
  onClose: () => void;
}) {
  const { bundle, certificateIds } = props;
  const today = dayInIndia(new Date());
  const handedOverOn = dayInIndia(new Date(bundle.handedOverAt));
  return (
    <CommandDialog
      title={t`Record ${formatCount(certificateIds.length)} signatures?`}
      confirmLabel={t`Record signatures`}
      call={client.bundles.recordSignatures}
      fields={{
        signedOn: {
          kind: 'day',
          label: t`Signed on`,
          initial: today,
          minDay: handedOverOn,
          maxDay: today,
        },
      }}
      fault={({ signedOn }) => {
        const fault = signatureDayFault(signedOn, { handedOverOn, today });
        return fault && errorSentence(fault, undefined);
      }}
      input={({ signedOn }) => ({ id: bundle.id, certificateIds: [...certificateIds], signedOn })}
      done={({ recorded }) => t`${formatCount(recorded)} signatures are recorded.`}
      onClose={props.onClose}
    >
      {t`The list of bundle ${bundle.bundleNumber} was returned with their signatures: each of these students has the certificate. This cannot be undone.`}
    </CommandDialog>
  );
}
