import type { Finding } from './contract.ts';

type State = Pick<Finding, 'state'>;

function isOver({ state }: State): boolean {
  return state === 'settled' || state === 'dropped';
}

/** The finding's lifecycle: `open ⇄ replied → settled or dropped`, the last also while it is open. */
export const findingCan = {
  reply(finding: State) {
    if (isOver(finding)) return 'findings.over';
    return finding.state === 'open' ? true : 'findings.reply_given';
  },
  remark(finding: State) {
    if (isOver(finding)) return 'findings.over';
    return finding.state === 'replied' ? true : 'findings.not_replied';
  },
  end(finding: State) {
    return isOver(finding) ? 'findings.over' : true;
  },
};
