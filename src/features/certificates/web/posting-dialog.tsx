import { NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import { PrintSize } from '#platform/web/components/links.tsx';
import { dayInIndia, formatCount } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';
import { labelsOfSheet, maximumPosted, type PostingFilters, postingDocuments } from '../posting-contract.ts';

const documents = { labels: t`Address labels`, list: t`Posting list` };

const stateLabels = {
  in_absentia: t`In the office, candidates in absentia`,
  in_office: t`In the office, everybody with an address`,
  posted: t`Posted on a day`,
};
type PostingState = keyof typeof stateLabels;

/** Prints the documents for certificates sent by post: address labels, and the list that the carrier signs. */
export function PostingDialog({ onClose }: { onClose: () => void }) {
  const [paper, setPaper] = useState<keyof typeof documents>('labels');
  return paper === 'labels' ? (
    <LabelsDialog certificate={null} onPaper={setPaper} onClose={onClose} />
  ) : (
    <ListDialog onPaper={setPaper} onClose={onClose} />
  );
}

/** Labels of several certificates, or of one; asks for the first unused label of the sheet. */
export function LabelsDialog(props: {
  certificate: Certificate | null;
  onPaper?: (paper: keyof typeof documents) => void;
  onClose: () => void;
}) {
  const { certificate, onPaper, onClose } = props;
  const today = dayInIndia(new Date());
  const [of, setOf] = useState<PostingState>('in_absentia');
  const [postedOn, setPostedOn] = useState(today);
  const [firstLabel, setFirstLabel] = useState<number | ''>(1);
  const filters: PostingFilters = certificate
    ? { certificateId: certificate.id }
    : { in_absentia: { attendance: 'in_absentia' as const }, in_office: {}, posted: { postedOn } }[of];
  const counts = useCounts(filters);
  const labels = counts.data?.labels;

  function whyNotAllowed(): string | null {
    if (labels === undefined) return t`The addresses are being counted.`;
    if (labels === 0 && certificate)
      return t`No postal address is recorded with the application of ${certificate.studentName}.`;
    if (labels === 0) return t`None of these certificates has a postal address.`;
    if (labels > maximumPosted) return tooMany();
    return firstLabel === '' || firstLabel < 1 || firstLabel > labelsOfSheet
      ? t`Choose the first label, 1 to ${labelsOfSheet}.`
      : null;
  }

  return (
    <ConfirmDialog
      title={certificate ? t`Address label for ${certificate.studentName}` : t`Posting`}
      confirmLabel={t`Open labels (PDF)`}
      reason={whyNotAllowed()}
      error={counts.error}
      onConfirm={() => {
        show(addressOf(postingDocuments.labels, { ...filters, firstLabel: Number(firstLabel) }));
        onClose();
      }}
      onCancel={onClose}
    >
      <Stack gap="sm">
        {onPaper && <DocumentChoice paper="labels" onPaper={onPaper} />}
        {!certificate && (
          <ChoiceInput
            label={t`Certificates`}
            data={optionsOf(stateLabels)}
            value={of}
            onChange={(chosen) => setOf((chosen || 'in_absentia') as PostingState)}
          />
        )}
        {!certificate && of === 'posted' && (
          <DayInput label={t`Posted on`} maxDay={today} value={postedOn} onChange={setPostedOn} />
        )}
        <NumberInput
          label={t`First label`}
          description={t`Sheets of A4 with 3 × 8 labels of 64 × 33.9 mm, counted along the rows: the ones before it are used.`}
          min={1}
          max={labelsOfSheet}
          allowDecimal={false}
          value={firstLabel}
          onChange={(value) => setFirstLabel(value === '' ? '' : Number(value))}
        />
        {labels !== undefined && <Text role="status">{t`Labels: ${formatCount(labels)}`}</Text>}
        <PrintSize />
      </Stack>
    </ConfirmDialog>
  );
}

function ListDialog(props: { onPaper: (paper: keyof typeof documents) => void; onClose: () => void }) {
  const { onPaper, onClose } = props;
  const today = dayInIndia(new Date());
  const [postedOn, setPostedOn] = useState(today);
  const [chosen, setChosen] = useState<string | null>(null);
  const counts = useCounts({ postedOn });
  const carriers = counts.data?.carriers ?? [];
  const carrier = carriers.some((one) => one.carrier === chosen) ? chosen! : undefined;
  const posted = carriers
    .filter((one) => !carrier || one.carrier === carrier)
    .reduce((sum, one) => sum + one.posted, 0);

  function whyNotAllowed(): string | null {
    if (!counts.data) return t`What was posted is being counted.`;
    if (posted === 0) return t`Nothing was posted on this day. Record it with Hand over, By post.`;
    return posted > maximumPosted ? tooMany() : null;
  }

  return (
    <ConfirmDialog
      title={t`Posting`}
      confirmLabel={t`Open posting list (PDF)`}
      reason={whyNotAllowed()}
      error={counts.error}
      onConfirm={() => {
        show(addressOf(postingDocuments.list, { postedOn, carrier }));
        onClose();
      }}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <DocumentChoice paper="list" onPaper={onPaper} />
        <DayInput label={t`Posted on`} maxDay={today} value={postedOn} onChange={setPostedOn} />
        {carriers.length > 1 && (
          <ChoiceInput
            label={t`Carrier`}
            data={[
              { value: '', label: t`All carriers` },
              ...carriers.map((one) => ({
                value: one.carrier,
                label: `${one.carrier} (${formatCount(one.posted)})`,
              })),
            ]}
            value={carrier ?? ''}
            onChange={setChosen}
          />
        )}
        {counts.data && <Text role="status">{t`Certificates: ${formatCount(posted)}`}</Text>}
        <PrintSize />
      </Stack>
    </ConfirmDialog>
  );
}

function DocumentChoice(props: {
  paper: keyof typeof documents;
  onPaper: (paper: keyof typeof documents) => void;
}) {
  return (
    <SegmentedControl
      fullWidth
      aria-label={t`What is printed`}
      data={optionsOf(documents)}
      value={props.paper}
      onChange={props.onPaper}
    />
  );
}

function useCounts(input: PostingFilters) {
  // While the day is being typed, no count is loaded.
  return useQuery(api.posting.countPosting.queryOptions({ input, enabled: input.postedOn !== '' }));
}

function tooMany(): string {
  return t`These are more than ${formatCount(maximumPosted)}. Choose a day, a carrier or one certificate.`;
}

function show(address: string): void {
  window.open(address, '_blank', 'noopener');
}
