/** What became of an API key that was entered. Only what the platform took is kept. */
export type ApiKeyOutcome = { kind: 'kept' | 'rejected' | 'permissionMissing' | 'unreachable' };
