import { applicationStatusLabels } from '#features/applications/states.ts';
import { draftStateLabels } from '#features/demand-drafts/states.ts';
import { blankStateLabels } from '#features/stock/blank-states.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { BookName, Figure } from './contract.ts';

const groupLabels: Readonly<Record<string, string>> = {
  applications: t`Applications`,
  certificates: t`Certificates`,
  prints: t`Prints`,
  hand_overs: t`Hand-overs`,
};
const handOverLabels = { good: t`Good`, spoilt: t`Spoilt`, missing: t`Missing`, handed_over: t`Handed over` };

/** Group and state of a figure in words; papers are named as they are. */
export function figureInWords(book: BookName, { group, state }: Pick<Figure, 'group' | 'state'>) {
  const ofCertificates = group === 'applications' ? applicationStatusLabels : certificateStateLabels;
  const labels: Readonly<Record<string, string>> = {
    blanks: blankStateLabels,
    drafts: draftStateLabels,
    certificates: ofCertificates,
    prints: handOverLabels,
  }[book];
  const label = groupLabels[group];
  return {
    group: label === undefined ? group : translateLabel(label),
    state: translateLabel(labels[state] ?? state),
  };
}
