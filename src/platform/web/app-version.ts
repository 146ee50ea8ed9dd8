declare const __APP_VERSION__: string;

/** The version of package.json, put in by Vite. */
export const appVersion = `v${__APP_VERSION__}`;
