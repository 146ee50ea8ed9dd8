/** The languages of screens, mails, slips and files. Certificates use those of their template. */
export const languages = ['en', 'kn', 'hi'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { en: 'English', kn: 'ಕನ್ನಡ', hi: 'हिन्दी' };
