import { z } from 'zod';
import { t } from '#shared/words.ts';
import { formatCount } from './format.ts';

/** Messages for texts and numbers out of bounds, if the schema has none of its own. */
z.config({
  customError: (issue) => {
    if (issue.code === 'too_big') {
      const most = formatCount(Number(issue.maximum));
      return issue.origin === 'string' ? t`At most ${most} characters.` : t`At most ${most}.`;
    }
    if (issue.code === 'too_small') {
      const least = formatCount(Number(issue.minimum));
      return issue.origin === 'string' ? t`At least ${least} characters.` : t`At least ${least}.`;
    }
    return undefined;
  },
});
