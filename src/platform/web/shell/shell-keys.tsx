import { lazy, Suspense } from 'react';
import { keysShown, screenKeys, shellKeys, useScreenKeys } from '#platform/web/components/screen-registry.ts';
import { helpKey, useShortcuts } from '#platform/web/components/use-shortcuts.ts';

const KeysDialog = lazy(async () => ({
  default: (await import('#platform/web/components/keys-dialog.tsx')).KeysDialog,
}));

/** `?` on every screen: its shortcuts, and those that work everywhere. */
export function ShellKeys() {
  const isShown = keysShown.use();
  useScreenKeys(Object.values(shellKeys));
  useShortcuts([{ ...helpKey, run: () => keysShown.set(true) }]);
  if (!isShown) return null;
  return (
    <Suspense>
      <KeysDialog isOpen onClose={() => keysShown.set(false)} keys={screenKeys()} />
    </Suspense>
  );
}
