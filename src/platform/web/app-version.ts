declare const __APP_VERSION__: string;

/** The version of package.json, inserted by Vite. */
export const appVersion = `v${__APP_VERSION__}`;
