import { lazyRouteComponent } from '@tanstack/react-router';

type LazyPages<Module extends Record<string, unknown>> = {
  [Name in keyof Module]: ReturnType<typeof lazyRouteComponent<Module, Name>>;
};

/** The pages of one file, each taken out by its name and loaded when its address is opened. */
export function lazyPages<Module extends Record<string, unknown>>(
  load: () => Promise<Module>,
): LazyPages<Module> {
  // What the file exports is known here by its type alone, so every name is answered.
  return new Proxy({} as LazyPages<Module>, {
    get: (_, name) => lazyRouteComponent(load, name as keyof Module),
  });
}
