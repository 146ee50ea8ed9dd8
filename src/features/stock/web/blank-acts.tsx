import { Group } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconClipboardCheck,
  IconEyeOff,
  IconFlame,
  IconMoodSad,
  IconSearch,
  IconSend,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { actNeeds, blankCan, custodyCan, type SerialAct } from '../custody.ts';
import type { BlankRange, PaperCustody } from '../custody-contract.ts';
import { formatRanges, mostSheets, sheetsIn, splitSerial } from '../serials.ts';
import { BlankActDialog } from './blank-act-dialog.tsx';
import { IssueDialog } from './issue-dialog.tsx';

const acts: readonly { act: SerialAct; label: string; icon: Icon }[] = [
  { act: 'issued', label: t`Issue`, icon: IconSend },
  { act: 'returned', label: t`Return`, icon: IconArrowBackUp },
  { act: 'spoilt', label: t`Spoil`, icon: IconMoodSad },
  { act: 'destroyed', label: t`Destroy`, icon: IconFlame },
  { act: 'missing', label: t`Report missing`, icon: IconEyeOff },
  { act: 'found', label: t`Report found`, icon: IconSearch },
];

/** What can be done to the sheets of a paper, each with the reason when no sheet allows it. */
export function BlankActs({ paper, ranges }: { paper: PaperCustody; ranges?: readonly BlankRange[] }) {
  const [asked, setAsked] = useState<SerialAct | null>(null);
  const onClose = () => setAsked(null);
  const serials = asked === null ? '' : serialsFor(asked, ranges);
  return (
    <>
      <Group gap="xs">
        {acts.map(({ act, label, icon: Picture }) => (
          <ActionButton
            key={act}
            size="xs"
            variant="default"
            leftSection={<Picture size={14} aria-hidden />}
            reason={paper.balances.some((balance) => allows(act, balance)) ? null : actNeeds(act)}
            onClick={() => setAsked(act)}
          >
            {label}
          </ActionButton>
        ))}
        <CountButton paper={paper} />
      </Group>
      {asked === 'issued' && <IssueDialog paper={paper} onClose={onClose} />}
      {asked !== null && asked !== 'issued' && (
        <BlankActDialog key={asked} act={asked} paper={paper} serials={serials} onClose={onClose} />
      )}
    </>
  );
}

function allows(
  act: SerialAct,
  sheets: { state: PaperCustody['balances'][number]['state']; holderId: string | null },
): boolean {
  return blankCan.undergo(act, { state: sheets.state, heldBy: sheets.holderId }) === true;
}

/** What an act is usually about is written already: all that is returned or destroyed, never what is spoilt or missing. */
function serialsFor(act: SerialAct, ranges: readonly BlankRange[] | undefined): string {
  if (!ranges || act === 'spoilt' || act === 'missing') return '';
  const fitting = ranges
    .filter(({ state, holder }) => allows(act, { state, holderId: holder }))
    .map(({ firstSerial, lastSerial }) => {
      const { prefix, number } = splitSerial(firstSerial)!;
      return { prefix, first: number, last: splitSerial(lastSerial)!.number };
    });
  return fitting.length > 0 && sheetsIn(fitting) <= mostSheets ? formatRanges(fitting) : '';
}

/** Goes on with the count that is open, or starts one. */
function CountButton({ paper }: { paper: PaperCustody }) {
  const navigate = useNavigate();
  const { staffId } = useSession();
  const [isAsked, setIsAsked] = useState(false);
  const { openCountId } = paper;
  const ruling = custodyCan.count(paper, staffId);
  if (openCountId !== null) {
    return (
      <ActionButton
        size="xs"
        variant="default"
        leftSection={<IconClipboardCheck size={14} aria-hidden />}
        reason={null}
        onClick={() => void navigate({ href: paths.admin.stockCount(openCountId) })}
      >
        {t`Go on counting`}
      </ActionButton>
    );
  }
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        leftSection={<IconClipboardCheck size={14} aria-hidden />}
        reason={ruling === true ? null : errorSentence(ruling, undefined)}
        onClick={() => setIsAsked(true)}
      >
        {t`Count`}
      </ActionButton>
      {isAsked && (
        <CommandDialog
          title={t`Start a stock count of ${paper.name}, ${paper.colour}?`}
          confirmLabel={t`Start count`}
          call={client.stock.startCount}
          input={() => ({ id: paper.id })}
          onDone={({ id }) => void navigate({ href: paths.admin.stockCount(id) })}
          onClose={() => setIsAsked(false)}
        >
          {t`What the books have in store at this moment is kept and compared with what you enter. You count without seeing it, until the count is closed. A count that is started cannot be deleted.`}
        </CommandDialog>
      )}
    </>
  );
}
