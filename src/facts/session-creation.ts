import facts from './session-creation.json' with { type: 'json' };

/** The request that creates a session: `pathEnd` recognises one, `path` judges it; `optIn` is the beta header's value. */
export const SESSION_CREATION: Readonly<Record<'method' | 'path' | 'pathEnd' | 'optIn', string>> = facts;
