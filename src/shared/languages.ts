/** The languages of the screens, and of mails, slips and files. Certificates have those of their template. */
export const languages = ['en', 'kn', 'hi'] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name, as a person looks for it. */
export const languageNames: Record<Language, string> = { en: 'English', kn: 'ಕನ್ನಡ', hi: 'हिन्दी' };
