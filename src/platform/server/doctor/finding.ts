/** What a check of `npm run doctor` says; a problem wants somebody to do something. */
export type Finding = { isProblem: boolean; sentence: string };
