import type { Finding } from './contract.ts';

type State = Pick<Finding, 'state'>;

function end({ state }: State) {
  return state === 'open' || state === 'replied' ? true : 'findings.over';
}

/** The finding's lifecycle: `open ⇄ replied → settled or dropped`, the last also while it is open. */
export const findingCan = {
  reply: (finding: State) => (finding.state === 'replied' ? 'findings.reply_given' : end(finding)),
  remark: (finding: State) => (finding.state === 'open' ? 'findings.not_replied' : end(finding)),
  end,
};
