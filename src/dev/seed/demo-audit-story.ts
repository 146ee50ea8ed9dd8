import { addDays, dayInIndia } from '#shared/format.ts';
import type { DemoExplanation, DemoFinding, DemoInspection } from './demo-audit.ts';
import type { DemoPlan } from './demo-plan.ts';
import { atHour, openDay } from './office-hours.ts';

/** Days before now. */
const findings: [day: number, finding: Omit<DemoFinding, 'key' | 'at'>][] = [
  [
    42,
    {
      rule: 'sheet_missing',
      part: 'B',
      title: 'A numbered sheet missing after a print run',
      text: 'The run was closed with one sheet missing. No report of the loss to the Registrar is on file (General Financial Rules 2017, rule 33).',
      reply: {
        days: 12,
        text: 'The sheet was searched for once more under the stacker and in the waste. Its loss was reported to the Registrar, who has declared the serial void.',
      },
      settled: { days: 18, text: 'The report was seen, and the serial verifies as void.' },
    },
  ],
  [
    20,
    {
      rule: 'sheet_missing',
      part: 'B',
      title: 'A sheet missing at the count of the store',
      text: 'The count found one sheet less than the books. Say who held the keys of both cupboards since the count before.',
      reply: {
        days: 15,
        text: 'The storekeeper alone held the keys. The sheet was in the last packet, which had come without a seal; the vendor was asked.',
      },
    },
  ],
  [
    9,
    {
      rule: 'refund_by_receiver',
      part: 'A',
      title: 'Two refunds to one payee by one cheque number',
      text: 'Refunds of two drafts, a year apart, name the same payee and the same cheque. Produce the counterfoil and the bank account of both payments.',
    },
  ],
];

/** Last year's books; only the second finding is open then. */
const inspectionDay = 12;

const explanations: DemoExplanation[] = [
  {
    rule: 'draft_deposited_late',
    text: 'Kept back while the application was with its candidate, by order 112 of the Registrar for the convocation season.',
  },
  { rule: 'sheet_missing', text: 'Reported to the Registrar, who has declared the serial void.' },
  {
    rule: 'old_copy_outside',
    text: 'The college surrenders the old copy when it collects the new one; the principal was written to.',
  },
];

/** What the auditor makes of two seasons: eight hits, six of them explained, and three findings. */
export function planAuditStory(now: Date): Pick<DemoPlan, 'findings' | 'inspections' | 'explanations'> {
  const before = (days: number, hours: number) => atHour(openDay(addDays(dayInIndia(now), -days)), hours);
  const at = before(inspectionDay, 15);
  const lastYear = Number(dayInIndia(at).slice(0, 4)) - 1;
  const inspection: DemoInspection = {
    key: 'demo-inspection',
    at,
    from: `${lastYear}-01-01`,
    to: `${lastYear}-12-31`,
  };
  return {
    findings: findings.map(([days, finding]) => ({
      ...finding,
      key: `demo-finding-${days}`,
      at: before(days, 11.5),
    })),
    inspections: [inspection],
    explanations,
  };
}
