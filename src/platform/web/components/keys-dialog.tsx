import { Anchor, Group, Kbd, Stack, Switch } from '@mantine/core';
import { useSession } from '#platform/web/api/session.ts';
import { useLanguage } from '#platform/web/languages/language.ts';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { guidePath } from '#shared/guide-path.ts';
import { deskOf } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { YourDay } from '../shell/your-day.tsx';
import { Dialog } from './dialog.tsx';
import classes from './keys-dialog.module.css';
import { Section } from './page.tsx';
import type { KeyHelp } from './screen-registry.ts';
import { ErrorNotice } from './use-command.tsx';
import { usePreferences } from './use-preferences.ts';

/** The steps and the guide of the desk, the shortcuts of the screen behind it, and a switch for letter shortcuts. */
export function KeysDialog(props: { isOpen: boolean; onClose: () => void; keys: readonly KeyHelp[] }) {
  const { role } = useSession();
  const { preferences, change, error } = usePreferences();
  const language = useLanguage();
  const desk = deskOf(usePathname()) ?? role;
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={t`Help`}>
      <Stack gap="md">
        <YourDay desk={desk} />
        <Anchor href={guidePath(desk, language)} target="_blank" rel="noopener" underline="always">
          {t`Guide to this desk, with pictures (opens in a new tab)`}
        </Anchor>
        <Section title={t`Keys of this screen`} size="h6">
          <dl className={classes.keys}>
            {props.keys.map(({ keys, what }) => (
              <div key={what}>
                <Group component="dt" gap={4}>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Switch
          label={t`Single letters and digits are shortcuts`}
          description={t`Switch them off if your screen reader or speech input needs the letters. The setting applies on every device.`}
          checked={preferences.letterKeys}
          onChange={(event) => {
            // A failure is shown in the notice below.
            void change({ letterKeys: event.currentTarget.checked });
          }}
        />
        {error != null && <ErrorNotice error={error} />}
      </Stack>
    </Dialog>
  );
}
